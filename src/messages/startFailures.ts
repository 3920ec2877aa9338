// Why a start failed, in Portuguese: a log of another deployment, or an address or folder that the system refused.
import type { DeploymentRefusal } from '../domain/deployment.js';
import type { StoreProblem } from '../domain/kernel/storeError.js';
import { sentencesOf } from './sentences.js';

/** Node's error of a system call. */
type SystemError = Readonly<{
  code?: string | number;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
}>;

/** `isConfiguration`: a wrong variable, so restarting without a change fails again. */
export type StartFailure = Readonly<{ sentence: string; isConfiguration: boolean }>;

export function wrongDeploymentSentence({ differs, recorded, configured }: DeploymentRefusal): string {
  return {
    environment: `O log é do ambiente ${recorded} e a configuração pede ${configured}`,
    secretsKey: 'O log foi criado com outra chave de segredos (SECRETS_KEY)',
    sealKey:
      'Os selos deste log são assinados com outra chave (SEAL_KEY, ou seal.key em DATA_DIR): configure a chave certa ou, ' +
      'para trocá-la, execute operator seals rotate-key',
  }[differs];
}

/** Linux's default; an idle process has about 60 files open. */
export const OPEN_FILES_MIN = 256;

export const fewFilesSentence = (limit: number): string =>
  `O processo só pode abrir ${limit} arquivos: aumente o limite para pelo menos ${OPEN_FILES_MIN} ` +
  '(ulimit -n, ou LimitNOFILE no systemd)';

export const programFileMissingSentence = (path: string): string =>
  `Falta ${path}, um arquivo do próprio serviço: a instalação ou a imagem está incompleta, refaça-a`;

/** A log that this version does not read. */
export const earlierLogSentence = (path: string): string =>
  `${path} é o log de uma versão anterior, que esta não lê: indique em DATA_DIR uma pasta vazia ou nova`;

/** @param owner the user's number */
export const folderOfAnotherSentence = (folder: string, owner: number): string =>
  `Os dados em ${folder} são de outro usuário (${owner}), e o serviço não leria o que root cria ali: execute o comando como esse ` +
  `usuário, por exemplo com sudo -u '#${owner}'`;

/** A warning in the log: the service starts. */
export const fewPlacesSentence = (limit: number, places: number, perAddress: number): string =>
  `O processo só pode abrir ${limit} arquivos: aceita ${places} conexões, ${perAddress} de cada endereço. ` +
  'Para aceitar mais, aumente o limite (ulimit -n, ou LimitNOFILE no systemd)';

export function storeProblemFailure(problem: StoreProblem): StartFailure {
  return { sentence: storeProblemSentence(problem), isConfiguration: !PASSING.includes(problem.is) };
}

/** Another start may succeed. */
const PASSING: readonly StoreProblem['is'][] = ['StoreTakenAway', 'LogHeld', 'FolderInUse'];

const storeProblemSentence = sentencesOf<StoreProblem>({
  NoStore: ({ folder }) =>
    folder === null
      ? 'O log está vazio: inicie o serviço ou execute operator apply, ou confira DATA_DIR e EVENTSTORE_URL'
      : `Não há dados do serviço em ${folder}: confira DATA_DIR, ou crie-os com operator apply`,
  StoreMissing: ({ path, marker }) =>
    `${path} já existiu e não está mais lá: restaure-o da cópia de segurança` +
    (marker === null
      ? ' (um log novo começa em uma DATA_DIR vazia)'
      : ` ou, para continuar sem ele, apague ${marker}`),
  SecretsKeyMissing: ({ path }) => `Falta ${path}, a chave deste log: restaure o arquivo ou configure SECRETS_KEY`,
  SealKeyMissing: ({ path }) =>
    `Falta ${path}, a chave que assina os selos deste log: restaure o arquivo, configure SEAL_KEY ou, se ela se ` +
    'perdeu, execute operator seals rotate-key --lost',
  KeyDamaged: ({ path }) => `${path} não tem uma chave de 32 bytes em base64: restaure-o da cópia de segurança`,
  StoreTakenAway: ({ path, isRebuilt }) =>
    `${path} foi removido, renomeado ou substituído durante o uso: ` +
    (isRebuilt === true
      ? 'inicie de novo, e ele é refeito'
      : 'pare todos os processos, devolva-o ou restaure a cópia de segurança e inicie de novo'),
  LogTorn: ({ path }) => `${path} está cortado ou danificado: restaure a última cópia de segurança`,
  LogHeld: ({ path }) =>
    `${path} está em uso por um processo que não responde: encerre-o, ou espere por ele, e tente de novo`,
  FolderInUse: ({ folder }) =>
    `${folder} está em uso por outro contêiner ou outra máquina: encerre o outro processo, ou ` +
    'execute o comando dentro do contêiner do serviço (docker exec)',
});

/** Tells whoever named the wrong folder. @param folder null for a log on a server */
export const newStoreSentence = (folder: string | null): string =>
  folder === null
    ? 'O log estava vazio: os dados começam agora'
    : `Não havia dados do serviço em ${folder} (DATA_DIR): começam agora`;

/** @returns null for an error that concerns no address, folder or file of a store */
export function systemFailure(error: unknown): StartFailure | null {
  if (!(error instanceof Error)) return null;
  const problem = storeProblemOf(error);
  if (problem !== null) return storeProblemFailure(problem);
  const systemError = error as Error & SystemError;
  const { syscall, path } = systemError;
  if (syscall === 'listen' || syscall === 'getaddrinfo') return addressFailure(systemError);
  return fileFailure(
    reasonOf(systemError),
    path ?? 'DATA_DIR',
    typeof systemError.code === 'string' ? systemError.code : systemError.message,
  );
}

type Reason = 'full' | 'files' | 'denied' | 'refused' | 'notAFolder' | 'damaged' | 'disk';

/** Codes of the system and SQLite; libsql also gives the system's message alone. */
const REASONS: readonly (readonly [code: RegExp, message: RegExp, Reason])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, /No space left on device|Disk quota exceeded/, 'full'],
  [/^(EMFILE|ENFILE)$/, /Too many open files/, 'files'],
  [/^(EEXIST|ENOTDIR)$/, /Not a directory/, 'notAFolder'],
  [/^(EACCES|EPERM)$/, /Permission denied|Operation not permitted/, 'denied'],
  [/^(EROFS|ENOENT|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/, /Read-only file system|^ConnectionFailed/, 'refused'],
  [/^(SQLITE_CORRUPT.*|SQLITE_NOTADB)$/, /(?!)/, 'damaged'],
  [/^(EIO|SQLITE_IOERR.*)$/, /Input\/output error/, 'disk'],
];

function reasonOf({ code, message }: Error & SystemError): Reason | null {
  const hasCode = typeof code === 'string' && code !== '';
  return REASONS.find(([codes, messages]) => (hasCode ? codes.test(code) : messages.test(message)))?.[2] ?? null;
}

/** Whether the log's file itself cannot be read. */
export function isLogDamage(error: unknown): boolean {
  return storeProblemOf(error)?.is === 'LogTorn';
}

function storeProblemOf(error: unknown): StoreProblem | null {
  const isOfStore = error instanceof Error && 'problem' in error && error.name === 'StoreError';
  return isOfStore ? (error.problem as StoreProblem) : null;
}

function fileFailure(reason: Reason | null, path: string, code: string): StartFailure | null {
  if (reason === null) return null;
  const sentence = {
    full: `Não há espaço em disco para ${path}: libere espaço e inicie de novo`,
    files: `Arquivos demais abertos (${code}): aumente o limite (ulimit -n)`,
    notAFolder: `${path} não é uma pasta: confira DATA_DIR`,
    denied: `Sem permissão em ${path} (${code}): execute como o usuário do serviço, ou confira DATA_DIR`,
    refused: `Não é possível gravar em ${path} (${code}): confira DATA_DIR`,
    damaged: `Um arquivo em ${path} está danificado (${code}): restaure a última cópia de segurança`,
    disk: `O disco de ${path} falhou (${code}): verifique-o e inicie de novo`,
  }[reason];
  return { sentence, isConfiguration: reason !== 'full' && reason !== 'disk' };
}

function addressFailure({ code, address, port }: SystemError): StartFailure | null {
  const notHere = 'O endereço não é desta máquina: confira HOST';
  const sentence = new Map<unknown, string>([
    ['EADDRINUSE', `O endereço ${address}:${port} já está em uso: confira PORT e ADMIN_PORT`],
    ['EACCES', `Sem permissão para abrir a porta ${port}: confira PORT e ADMIN_PORT`],
    ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].map((each) => [each, notHere] as const),
  ]).get(code);
  return sentence === undefined ? null : { sentence, isConfiguration: code !== 'EADDRINUSE' };
}
