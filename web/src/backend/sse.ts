/// Reads a stream of server-sent events from a response; `EventSource` cannot send a body.

export interface ServerEvent {
  name: string;
  data: string;
}

/** Splits text that arrives in arbitrary pieces into whole events. */
export class EventSplitter {
  private rest = '';

  push(text: string): ServerEvent[] {
    this.rest += text.replaceAll('\r\n', '\n');
    const blocks = this.rest.split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(parseBlock).filter((event) => event.data !== '');
  }
}

function parseBlock(block: string): ServerEvent {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
  return { name, data: data.join('\n') };
}

export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const splitter = new EventSplitter();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* splitter.push(value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
