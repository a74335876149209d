/// The colours of a picture by name: style variables on the page, fixed values in a saved file.

export const PAINT_NAMES = [
  'board',
  'board-2',
  'hole',
  'paper',
  'card',
  'ink',
  'ink-2',
  'line',
  'accent',
  'good',
  'good-ink',
  'bad',
  'halo',
  'red',
  'red-2',
  'yellow',
  'yellow-2',
  'green',
  'green-2',
  'blue',
  'blue-2',
  'black',
  'black-2',
  'white',
  'white-2',
  'cross',
  'ring',
  'slate',
  'slate-2',
  'spark',
  'ground',
  'ground-line',
  'shade',
  'lit',
] as const;

export type PaintName = (typeof PAINT_NAMES)[number];
export type Paint = (name: PaintName) => string;

export const livePaint: Paint = (name) => `var(--${name})`;

/** The values the page shows at this moment, so that a saved picture looks the same elsewhere. */
export function fixedPaint(element: Element): Paint {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(`--${name}`).trim() || '#888';
}
