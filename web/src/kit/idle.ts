/** Waiting until the browser has nothing better to do. */

const A_MOMENT = 500;

/** Comes when the browser is idle; where it cannot say so, after a moment. */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done());
    else setTimeout(done, A_MOMENT);
  });
