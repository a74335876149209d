/// What the page says aloud and what it shows for a moment.

interface Notice {
  id: number;
  text: string;
  tone: 'info' | 'bad';
}

class Notices {
  list: Notice[] = $state([]);
  /** Read by screen readers; two lines take turns so that a repeated text is read again. */
  spoken: [string, string] = $state(['', '']);
  private count = 0;

  show(text: string, tone: Notice['tone'] = 'info'): void {
    const id = ++this.count;
    this.list = [...this.list.filter((notice) => notice.text !== text).slice(-2), { id, text, tone }];
    this.speak(text);
    setTimeout(() => this.dismiss(id), 6000);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  speak(text: string): void {
    if (!text) return;
    const turn = ++this.count % 2;
    this.spoken = turn === 0 ? [text, ''] : ['', text];
  }
}

export const notices = new Notices();
