/// Animated GIF (GIF89a) from frames of pixels: one palette for all frames, LZW, and only what changed of each frame.

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes a pixel: red, green, blue, and one that is not looked at. */
  data: Uint8ClampedArray;
}

export interface Frame {
  pixels: Pixels;
  /** How long it is shown, in hundredths of a second. */
  delay: number;
}

/** Colours of a palette; a power of two. */
const COLOURS = 256;
const CODE_BITS = 8;
const MOST_CODES = 4096;

/** Bytes that grow. */
class Bytes {
  private all = new Uint8Array(1 << 16);
  private used = 0;

  push(...bytes: number[]): void {
    if (this.used + bytes.length > this.all.length) {
      const larger = new Uint8Array(2 * this.all.length + bytes.length);
      larger.set(this.all);
      this.all = larger;
    }
    this.all.set(bytes, this.used);
    this.used += bytes.length;
  }

  word(value: number): void {
    this.push(value & 255, (value >> 8) & 255);
  }

  text(text: string): void {
    this.push(...[...text].map((char) => char.charCodeAt(0)));
  }

  get whole(): Uint8Array<ArrayBuffer> {
    return this.all.slice(0, this.used);
  }
}

/** Five bits of each colour: finer differences are not seen on a board. */
const key = (data: Uint8ClampedArray, at: number) => ((data[at]! >> 3) << 10) | ((data[at + 1]! >> 3) << 5) | (data[at + 2]! >> 3);

/** The colours that are seen most, and for every colour the nearest of them. */
export class Palette {
  readonly colours: [number, number, number][] = [];
  private readonly nearest = new Map<number, number>();

  constructor(frames: readonly Frame[]) {
    const seen = new Map<number, { count: number; sum: [number, number, number] }>();
    for (const { pixels } of frames) {
      for (let at = 0; at < pixels.data.length; at += 4) {
        const name = key(pixels.data, at);
        const known = seen.get(name) ?? { count: 0, sum: [0, 0, 0] };
        known.count += 1;
        for (let c = 0; c < 3; c++) known.sum[c]! += pixels.data[at + c]!;
        seen.set(name, known);
      }
    }
    const often = [...seen].sort((a, b) => b[1].count - a[1].count).slice(0, COLOURS);
    for (const [name, { count, sum }] of often) {
      this.nearest.set(name, this.colours.length);
      this.colours.push([Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)]);
    }
  }

  /** The number of the colour of a pixel. */
  index(data: Uint8ClampedArray, at: number): number {
    const name = key(data, at);
    const known = this.nearest.get(name);
    if (known !== undefined) return known;
    let best = 0;
    let least = Infinity;
    this.colours.forEach(([r, g, b], i) => {
      const distance = (r - data[at]!) ** 2 + (g - data[at + 1]!) ** 2 + (b - data[at + 2]!) ** 2;
      if (distance < least) [best, least] = [i, distance];
    });
    this.nearest.set(name, best);
    return best;
  }
}

/** The smallest rectangle that holds every difference; one pixel where there is none. */
export function changed(before: Uint8Array | null, after: Uint8Array, width: number, height: number): { x: number; y: number; w: number; h: number } {
  if (!before) return { x: 0, y: 0, w: width, h: height };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? { x: 0, y: 0, w: 1, h: 1 } : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/** Lempel, Ziv and Welch as the format wants it: codes of 9 to 12 bits, in blocks of at most 255 bytes. */
export function lzw(indices: Uint8Array, out: Bytes): void {
  const clear = 1 << CODE_BITS;
  let block: number[] = [];
  let bits = 0;
  let held = 0;
  let width = CODE_BITS + 1;
  let codes = new Map<number, number>();
  let next = clear + 2;
  const emit = (code: number) => {
    held |= code << bits;
    bits += width;
    while (bits >= 8) {
      block.push(held & 255);
      held >>= 8;
      bits -= 8;
      if (block.length === 255) {
        out.push(255, ...block);
        block = [];
      }
    }
  };
  out.push(CODE_BITS);
  emit(clear);
  let prefix = indices[0]!;
  for (let at = 1; at < indices.length; at++) {
    const name = (prefix << 8) | indices[at]!;
    const known = codes.get(name);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    emit(prefix);
    if (next === MOST_CODES) {
      emit(clear);
      codes = new Map();
      next = clear + 2;
      width = CODE_BITS + 1;
    } else {
      if (next === 1 << width) width += 1;
      codes.set(name, next++);
    }
    prefix = indices[at]!;
  }
  emit(prefix);
  emit(clear + 1);
  if (bits > 0) block.push(held & 255);
  if (block.length > 0) out.push(block.length, ...block);
  out.push(0);
}

/** A film of frames of one size that begins again when it has ended. */
export function encode(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const { width, height } = frames[0]!.pixels;
  const palette = new Palette(frames);
  const out = new Bytes();
  out.text('GIF89a');
  out.word(width);
  out.word(height);
  out.push(0xf7, 0, 0);
  for (let i = 0; i < COLOURS; i++) out.push(...(palette.colours[i] ?? [0, 0, 0]));
  out.push(0x21, 0xff, 11);
  out.text('NETSCAPE2.0');
  out.push(3, 1, 0, 0, 0);
  let before: Uint8Array | null = null;
  for (const { pixels, delay } of frames) {
    const all = new Uint8Array(width * height);
    for (let at = 0; at < all.length; at++) all[at] = palette.index(pixels.data, 4 * at);
    const { x, y, w, h } = changed(before, all, width, height);
    const part = new Uint8Array(w * h);
    for (let row = 0; row < h; row++) part.set(all.subarray((y + row) * width + x, (y + row) * width + x + w), row * w);
    out.push(0x21, 0xf9, 4, 4);
    out.word(delay);
    out.push(0, 0, 0x2c);
    [x, y, w, h].forEach((value) => out.word(value));
    out.push(0);
    lzw(part, out);
    before = all;
  }
  out.push(0x3b);
  return out.whole;
}
