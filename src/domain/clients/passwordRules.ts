// What a new password must be: long, and none of the commonest. Nothing about its composition
// (docs/spec/console.md#passwords).

export const PASSWORD_LENGTH_MIN = 15;
export const PASSWORD_LENGTH_MAX = 256;

type PasswordFault = 'TooShort' | 'TooLong' | 'TooCommon';

/** Long ones among the passwords that guessing begins with, in lower case without spaces. */
const COMMONEST = new Set([
  '1234567890123456',
  '12345678901234567890',
  '1q2w3e4r5t6y7u8i',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv',
  '1qaz2wsx3edc4rfv5tgb',
  'administrador123',
  'administrator123',
  'changemechangeme',
  'conciliacao12345',
  'conciliacaocontabil',
  'contabilidade123',
  'contabilidade2025',
  'contabilidade2026',
  'correcthorsebatterystaple',
  'ihatepasswords123',
  'minhasenhasecreta',
  'mudarsenha123456',
  'p@ssw0rdp@ssw0rd',
  'password12345678',
  'password123456789',
  'passwordpassword1',
  'qazwsxedcrfvtgb',
  'qwertyuiop123456',
  'qwertyuiop12345678',
  'qwertyuiop1234567890',
  'qwertyuiopasdfg',
  'qwertyuiopasdfgh',
  'qwertyuiopasdfghjkl',
  'qwertyuiopasdfghjklzxcvbnm',
  'senha1234567890',
  'senha123456789012',
  'senhasenhasenha1',
  'trocarsenha12345',
  'zaq12wsxcde34rfv',
]);
/** Keyboards' rows and the orders everybody knows: any stretch of them, forwards or backwards. */
const ORDERS = ['12345678901234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklçzxcvbnm'];

/** @param email of the person, which is no password */
export function passwordFault(password: string, email: string): PasswordFault | null {
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH_MIN) return 'TooShort';
  if (length > PASSWORD_LENGTH_MAX) return 'TooLong';
  const folded = password.normalize('NFKC').toLowerCase().replace(/\s/g, '');
  const isOrder = ORDERS.some((order) => order.includes(folded) || reversed(order).includes(folded));
  // One to eight characters over and over: `senhasenhasenha`, `abc123abc123abc`.
  const isRepeated = isRepetition(folded);
  return COMMONEST.has(folded) || isOrder || isRepeated || folded === email.toLowerCase() ? 'TooCommon' : null;
}

function isRepetition(text: string): boolean {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
  return sizes.some((size) => text.slice(0, size).repeat(text.length).startsWith(text));
}

const reversed = (text: string): string => Array.from(text).reverse().join('');
