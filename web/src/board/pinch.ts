/// Two fingers zoom and move a board that is too large for a small screen.

export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };

const MOST = 5;

interface Fingers {
  x: number;
  y: number;
  apart: number;
}

function fingers(event: TouchEvent, box: DOMRect): Fingers {
  const [a, b] = [event.touches[0]!, event.touches[1]!];
  return {
    x: (a.clientX + b.clientX) / 2 - box.left,
    y: (a.clientY + b.clientY) / 2 - box.top,
    apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  };
}

/** The board never leaves its frame. */
export function held(zoom: Zoom, width: number, height: number): Zoom {
  const scale = Math.min(Math.max(zoom.scale, 1), MOST);
  const hold = (at: number, size: number) => Math.min(0, Math.max(at, size * (1 - scale)));
  return { scale, x: hold(zoom.x, width), y: hold(zoom.y, height) };
}

/** What is under the fingers stays under them. */
export function moved(from: Zoom, start: Fingers, now: Fingers): Zoom {
  const scale = Math.min(Math.max(from.scale * (now.apart / Math.max(start.apart, 1)), 1), MOST);
  const grow = scale / from.scale;
  return { scale, x: now.x - (start.x - from.x) * grow, y: now.y - (start.y - from.y) * grow };
}

/** Listens on the frame of a board; one finger still scrolls the page and taps. */
export function pinch(frame: HTMLElement, zoom: () => Zoom, change: (next: Zoom) => void): () => void {
  let start: Fingers | null = null;
  let from: Zoom = WHOLE;
  const begin = (event: TouchEvent) => {
    if (event.touches.length !== 2) return;
    start = fingers(event, frame.getBoundingClientRect());
    from = zoom();
  };
  const move = (event: TouchEvent) => {
    if (!start || event.touches.length !== 2) return;
    event.preventDefault();
    const now = fingers(event, frame.getBoundingClientRect());
    change(held(moved(from, start, now), frame.clientWidth, frame.clientHeight));
  };
  const end = (event: TouchEvent) => {
    if (event.touches.length < 2) start = null;
  };
  frame.addEventListener('touchstart', begin, { passive: true });
  frame.addEventListener('touchmove', move, { passive: false });
  frame.addEventListener('touchend', end);
  frame.addEventListener('touchcancel', end);
  return () => {
    frame.removeEventListener('touchstart', begin);
    frame.removeEventListener('touchmove', move);
    frame.removeEventListener('touchend', end);
    frame.removeEventListener('touchcancel', end);
  };
}
