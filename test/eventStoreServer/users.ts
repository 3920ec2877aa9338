// Users and access lists, as far as the script that makes the service's user needs them: who is made may do
// nothing until the lists name it.
import { status } from '@grpc/grpc-js';
import usersPb from '@eventstore/db-client/generated/users_pb.js';
import type { CreateReq, ResetPasswordReq } from '@eventstore/db-client/generated/users_pb.js';
import type { Appended, EventLog, NewEvent } from '../../src/domain/kernel/log.js';
import { Refusal } from './statuses.js';

/** `rights`: `all` reads everything and writes; `none` may not; `admin` also changes users and lists. */
export type User = { name: string; password: string; rights: 'admin' | 'all' | 'none'; lists?: string[] };

type Answer = (error: Refusal | null, response?: unknown) => void;
type Call<Request> = Readonly<{ request: Request; metadata: { get(key: string): unknown[] } }>;

export function usersService(users: User[]) {
  return {
    create(call: Call<CreateReq>, answer: Answer) {
      const options = call.request.getOptions();
      const name = options?.getLoginName() ?? '';
      if (!isAdministrator(users, call)) return answer(new Refusal(status.PERMISSION_DENIED, 'Access Denied'));
      if (users.some((user) => user.name === name))
        return answer(new Refusal(status.ALREADY_EXISTS, 'User already exists.'));
      users.push({ name, password: options?.getPassword() ?? '', rights: 'none', lists: [] });
      answer(null, new usersPb.CreateResp());
    },
    resetPassword(call: Call<ResetPasswordReq>, answer: Answer) {
      const options = call.request.getOptions();
      const found = users.find((user) => user.name === options?.getLoginName());
      if (found === undefined) return answer(new Refusal(status.NOT_FOUND, 'User not found.'));
      found.password = options?.getNewPassword() ?? '';
      answer(null, new usersPb.ResetPasswordResp());
    },
  };
}

/** The log, and beside it the streams of the server's own settings. */
export function settingsIn(log: EventLog, users: User[]): EventLog {
  return {
    async append(appends) {
      const [{ stream, events } = { stream: '', events: [] }] = appends;
      return stream.startsWith('$') ? changed(users, stream, events) : log.append(appends);
    },
    read: (...call) => log.read(...call),
    subscribe: (...call) => log.subscribe(...call),
    head: () => log.head(),
    close: () => log.close(),
  };
}

function changed(users: User[], stream: string, events: readonly NewEvent[]): Appended {
  for (const { type, data } of events) {
    const lists = JSON.stringify(data);
    for (const user of users.filter(({ name }) => lists.includes(`"${name}"`))) {
      const known = (user.lists ??= []);
      known.push(`${stream} ${type}`);
      const isComplete = ['$$$all $metadata', '$settings update-default-acl'].every((each) =>
        known.includes(each),
      );
      if (isComplete && user.rights === 'none') user.rights = 'all';
    }
  }
  return { ok: true, revision: 0, position: 1 };
}

function isAdministrator(users: readonly User[], { metadata }: Call<unknown>): boolean {
  const header = metadata.get('authorization')[0] as string | undefined;
  const sent = Buffer.from((header ?? '').replace('Basic ', ''), 'base64').toString();
  return users.some(({ name, password, rights }) => rights === 'admin' && sent === `${name}:${password}`);
}
