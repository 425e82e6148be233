/**
 * For a list that grows at its end: keeps the end in sight as long as the reader is there, and leaves
 * alone who reads further up.
 *
 * Whether the reader has gone is told by which way they scroll, never by how far away the end is: new
 * lines move the end away from a reader who has done nothing.
 */

/** So many pixels from the end still count as there. */
const NEAR = 40;

export function stayAtEnd(list: HTMLElement): () => void {
  let stays = true;
  let top = 0;
  const goToEnd = (): void => {
    if (stays) list.scrollTop = list.scrollHeight;
  };
  const look = (): void => {
    const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    if (isNear) stays = true;
    else if (list.scrollTop < top) stays = false;
    top = list.scrollTop;
  };
  const growth = new MutationObserver(goToEnd);
  const room = new ResizeObserver(goToEnd);
  growth.observe(list, { childList: true, characterData: true, subtree: true });
  room.observe(list);
  list.addEventListener("scroll", look, { passive: true });
  return () => {
    growth.disconnect();
    room.disconnect();
    list.removeEventListener("scroll", look);
  };
}
