/// A game as an animated picture: one frame a move, the end held longer.
import type { View } from '../backend/types';
import { frameOf } from '../board/frame';
import { NO_MARKS } from '../board/marks';
import type { Paint } from '../board/paint';
import { picture } from '../board/picture';
import { encode, type Frame, type Pixels } from './gif';

const WIDTH = 480;
const MOVE_DELAY = 70;
const END_DELAY = 300;

async function pixels(svg: string): Promise<Pixels> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The film of a game from the views of its positions; `drawn` hears of each frame. */
export async function film(views: readonly View[], look: { paint: Paint; shapes: boolean; flipped: boolean }, drawn: (count: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const frames: Frame[] = [];
  for (const view of views) {
    const svg = picture(view, frameOf(view, look.flipped), { ...NO_MARKS, shapes: look.shapes }, look.paint);
    const last = frames.length === views.length - 1;
    frames.push({ pixels: await pixels(svg), delay: last ? END_DELAY : MOVE_DELAY });
    drawn(frames.length);
  }
  return encode(frames);
}
