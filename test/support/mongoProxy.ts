// A proxy that reads the commands sent to a MongoDB server: it holds some back for a while, and answers some with
// an error instead of the server.
import { connect, createServer } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { listen } from './listen.js';

export type MongoProxy = Awaited<ReturnType<typeof startMongoProxy>>;

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Flags, then the kind of the first section, before its document. */
const BEFORE_BODY_BYTES = HEADER_BYTES + 5;

export async function startMongoProxy(serverUrl: string) {
  const url = new URL(serverUrl);
  const host = url.hostname;
  const port = Number(url.port);
  const held = new Map<string, number>();
  const failing = new Map<string, Readonly<{ answer: Document; only(command: Document): boolean }>>();
  const server = createServer((client) => {
    const behind = connect(port, host);
    const end = (): void => [client, behind].forEach((socket) => socket.destroy());
    for (const socket of [client, behind]) socket.on('error', end).on('close', end);
    behind.on('data', (bytes) => client.write(bytes));
    let rest = Buffer.alloc(0);
    client.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let size = sizeIn(rest); size !== null; size = sizeIn(rest)) {
        const message = rest.subarray(0, size);
        const others = rest.subarray(size);
        rest = others;
        const command = commandIn(message);
        const [name = ''] = Object.keys(command);
        const failure = failing.get(name);
        const heldMs = held.get(name) ?? 0;
        if (failure?.only(command)) client.write(answerTo(message, { ok: 0, ...failure.answer }));
        else if (heldMs === 0) behind.write(message);
        else setTimeout(() => behind.write(message), heldMs).unref();
      }
    });
  });
  const { port: ownPort, close } = await listen(server);
  url.port = String(ownPort);
  return {
    url: url.toString(),
    /** From now on a command of this name arrives so much later; 0 no more. */
    hold: (command: string, ms: number) => void held.set(command, ms),
    /**
     * From now on a command of this name, or those of them that `only` chooses, is answered with this; null no
     * more.
     */
    fail(command: string, answer: Document | null, only: (command: Document) => boolean = () => true) {
      if (answer === null) failing.delete(command);
      else failing.set(command, { answer, only });
    },
    close,
  };
}

/** Of the first message; null until all of it is there. */
function sizeIn(bytes: Buffer): number | null {
  const size = bytes.length < HEADER_BYTES ? Infinity : bytes.readInt32LE(0);
  return size <= bytes.length ? size : null;
}

function commandIn(message: Buffer): Document {
  if (message.readInt32LE(12) !== OP_MSG) return {};
  return BSON.deserialize(
    message.subarray(BEFORE_BODY_BYTES, BEFORE_BODY_BYTES + message.readInt32LE(BEFORE_BODY_BYTES)),
  );
}

function answerTo(message: Buffer, body: Document): Buffer {
  const document = BSON.serialize(body);
  const answer = Buffer.alloc(BEFORE_BODY_BYTES + document.length);
  answer.writeInt32LE(answer.length, 0);
  message.copy(answer, 8, 4, 8); // it answers the message of this id
  answer.writeInt32LE(OP_MSG, 12);
  answer.set(document, BEFORE_BODY_BYTES);
  return answer;
}
