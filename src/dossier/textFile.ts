// A file of many lines as its bytes: no string of the whole file, nor one for each line, is kept.

const CHUNK_CHARACTERS = 65_536;

export class TextFile {
  readonly #chunks: Buffer[] = [];
  #text = '';

  add(line: string): void {
    this.#text += `${line}\n`;
    if (this.#text.length < CHUNK_CHARACTERS) return;
    this.#chunks.push(Buffer.from(this.#text));
    this.#text = '';
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#chunks, Buffer.from(this.#text)]);
  }
}
