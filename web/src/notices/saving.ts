/** Whether the reader wishes to load no more than needed. */

interface Connection {
  saveData?: boolean;
}

/** Who has put the page on the home screen wants all of it there. */
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  const wished =
    connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
  return wished && !isInstalled();
}
