// An object of which a test takes over some members.

/** The others keep their `this`. */
export function withMembers<Target extends object>(
  target: Target,
  members: Readonly<Partial<Record<keyof Target, unknown>>>,
): Target {
  return new Proxy(target, {
    get(_, name) {
      const from = name in members ? members : target;
      const member: unknown = Reflect.get(from, name);
      return typeof member === 'function' ? (member.bind(from) as unknown) : member;
    },
  });
}
