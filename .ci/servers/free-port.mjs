// Prints a free port below those the system gives to outgoing connections (Linux: from 32768 on). One of theirs may be taken
// before a server listens on it, or while it is killed and is to come back on it: even by a connection to itself.
import { createServer } from 'node:net';

const [LOWEST, BEYOND] = [10_000, 32_768];

function look() {
  const port = LOWEST + Math.floor(Math.random() * (BEYOND - LOWEST));
  const server = createServer();
  server.once('error', look);
  server.listen(port, '127.0.0.1', () => server.close(() => console.log(port)));
}

look();
