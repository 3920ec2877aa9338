// Joins the servers of MongoDB to a replica set and makes the service's own user, who reads and writes its database alone. May run
// any number of times: what is there stays, and the user gets the password.
//   MONGODB_ROOT_PASSWORD=… MONGODB_PASSWORD=… node scripts/mongoUser.mjs HOST:PORT [HOST:PORT …]
// The passwords are read from the environment: arguments are seen by every user of the machine.
import { MongoClient } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';

const SET = 'rs0';
const DATABASE = 'reconciliation';
const USER = 'conciliacao';
const NOT_YET_INITIALIZED = 94;
const USER_EXISTS = 51003;
/** Servers that start take some seconds; a set that was joined elects its primary. */
const ATTEMPTS = 30;

const members = process.argv.slice(2);
const { MONGODB_ROOT_PASSWORD: rootPassword, MONGODB_PASSWORD: password } = process.env;
if (!rootPassword || !password || members.length === 0) {
  process.stderr.write('Informe MONGODB_ROOT_PASSWORD, MONGODB_PASSWORD e os endereços dos servidores\n');
  process.exit(2);
}

try {
  await untilAnswered(join);
  await untilAnswered(makeUser);
  process.stdout.write(`O usuário ${USER} lê e grava o banco ${DATABASE}\n`);
} catch (error) {
  process.stderr.write(`O MongoDB não aceitou: ${error.message}\n`);
  process.exitCode = 1;
}

async function join() {
  await asRoot({ directConnection: true }, members.slice(0, 1), async (client) => {
    const admin = client.db('admin');
    try {
      await admin.command({ replSetGetStatus: 1 });
    } catch (error) {
      if (error.code !== NOT_YET_INITIALIZED) throw error;
      const config = { _id: SET, members: members.map((host, _id) => ({ _id, host })) };
      await admin.command({ replSetInitiate: config });
    }
  });
}

async function makeUser() {
  await asRoot({ replicaSet: SET }, members, async (client) => {
    const database = client.db(DATABASE);
    const user = { pwd: password, roles: [{ role: 'readWrite', db: DATABASE }] };
    try {
      await database.command({ createUser: USER, ...user });
    } catch (error) {
      if (error.code !== USER_EXISTS) throw error;
      await database.command({ updateUser: USER, ...user });
    }
  });
}

async function asRoot(options, hosts, act) {
  const client = new MongoClient(`mongodb://${hosts.join(',')}/admin`, {
    ...options,
    auth: { username: 'root', password: rootPassword },
    serverSelectionTimeoutMS: 2_000,
  });
  try {
    await act(client);
  } finally {
    await client.close();
  }
}

async function untilAnswered(ask) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(2_000);
    }
  }
}
