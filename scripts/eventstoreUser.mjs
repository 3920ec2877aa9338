// Makes the service's own user in KurrentDB or EventStoreDB, with the access lists it needs: it reads $all, and the streams are closed to
// other users. May run any number of times: a user who is there gets the password.
//   EVENTSTORE_ADMIN_URL='kurrentdb://admin:…@host:2113?tls=true&tlsCAFile=…' EVENTSTORE_USER_PASSWORD=… \
//     node scripts/eventstoreUser.mjs [user]
// The addresses and passwords are read from the environment: arguments are seen by every user of the machine.
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import usersPb from '@eventstore/db-client/generated/users_pb.js';
import { setTimeout as pause } from 'node:timers/promises';

// Of a host that is an address the client makes Node warn (DEP0123): nothing that whoever runs this could change.
process.noDeprecation = true;

const ADMINISTRATORS = '$admins';
const ALREADY_EXISTS = 6;
/** A server that starts has its users and streams after some seconds. */
const ATTEMPTS = 30;

const user = process.argv[2] ?? 'conciliacao';
const { EVENTSTORE_ADMIN_URL: url, EVENTSTORE_USER_PASSWORD: password } = process.env;
if (!url || !password) {
  process.stderr.write('Informe EVENTSTORE_ADMIN_URL e EVENTSTORE_USER_PASSWORD\n');
  process.exit(2);
}
if (!/^[a-zA-Z0-9._-]+$/.test(user)) {
  process.stderr.write('O nome do usuário só pode ter letras, números, ponto, hífen e sublinhado\n');
  process.exit(2);
}

const client = openClient();
try {
  await untilAnswered(makeUser);
  await untilAnswered(openAll);
  await untilAnswered(closeStreams);
  process.stdout.write(`O usuário ${user} lê $all e é o único, além dos administradores, que usa os streams\n`);
} catch (error) {
  process.stderr.write(`O servidor do log não aceitou: ${error.type ?? ''} ${error.message || 'acesso negado'}\n`);
  process.exitCode = 1;
} finally {
  await client.dispose();
}

/** Neither the client's warnings nor its errors are printed: they repeat the address with its password. */
function openClient() {
  console.warn = () => undefined;
  try {
    if (/@.*@/.test(url)) throw new TypeError('a password that is not encoded');
    return EventStoreDBClient.connectionString(url.trim().replace(/^kurrentdb(\+discover)?:/, 'esdb$1:'));
  } catch {
    process.stderr.write(
      'EVENTSTORE_ADMIN_URL não é um endereço válido: confira servidor, opções e o arquivo de tlsCAFile; ' +
        'na senha, escreva % como %25, @ como %40, : como %3A e / como %2F\n',
    );
    return process.exit(2);
  }
}

async function makeUser() {
  const options = new usersPb.CreateReq.Options()
    .setLoginName(user)
    .setPassword(password)
    .setFullName('Serviço de conciliação')
    .setGroupsList([]);
  try {
    await call('create', new usersPb.CreateReq().setOptions(options));
  } catch (error) {
    if (error.code !== ALREADY_EXISTS && !/conflict|already exists/i.test(error.message)) throw error;
    const reset = new usersPb.ResetPasswordReq.Options().setLoginName(user).setNewPassword(password);
    await call('resetPassword', new usersPb.ResetPasswordReq().setOptions(reset));
  }
}

/** Everything, the server's own streams included: the service filters. */
async function openAll() {
  await client.setStreamMetadata('$all', { acl: { readRoles: [user, ADMINISTRATORS] } });
}

/** The list of every stream that has none of its own. */
async function closeStreams() {
  const own = [user, ADMINISTRATORS];
  await client.appendToStream(
    '$settings',
    jsonEvent({
      type: 'update-default-acl',
      data: {
        $userStreamAcl: { $r: own, $w: own, $d: ADMINISTRATORS, $mr: own, $mw: ADMINISTRATORS },
        $systemStreamAcl: {
          $r: ADMINISTRATORS,
          $w: ADMINISTRATORS,
          $d: ADMINISTRATORS,
          $mr: ADMINISTRATORS,
          $mw: ADMINISTRATORS,
        },
      },
    }),
    { expectedRevision: ANY },
  );
}

/** On the client's connection, with its credentials. */
function call(method, request) {
  return client.execute(
    usersGrpc.UsersClient,
    method,
    (stub) =>
      new Promise((resolve, reject) => {
        stub[method](request, ...client.callArguments({ requiresLeader: true }), (error, response) =>
          error ? reject(error) : resolve(response),
        );
      }),
  );
}

async function untilAnswered(work) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      const mayComeBack = [4, 5, 14].includes(error.code) || ['unavailable', 'not-leader'].includes(error.type);
      if (!mayComeBack || attempt === ATTEMPTS) throw error;
      await pause(1_000);
    }
}
