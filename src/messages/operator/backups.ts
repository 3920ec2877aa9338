// Sentences of `operator backup` and `operator restore`: refusals, progress, and what a verification found.
import { counted } from '../formats.js';
import { localTime } from './fields.js';

/** Refusals and notices. */
export const sentences = {
  noLog: (dataDir: string) => `Não há um log em ${dataDir}: confira DATA_DIR`,
  nothingHere: (dataDir: string) =>
    `Não há o que copiar em ${dataDir}: com EVENTSTORE_URL e MONGODB_URL, use as ferramentas dos servidores (docs/operating.md)`,
  notEmpty: (dir: string) => `${dir} já existe e não está vazia: indique uma pasta nova`,
  isNotAFolder: (dir: string) => `${dir} não é uma pasta`,
  parentMissing: (dir: string) => `A pasta ${dir} não existe`,
  notWritable: (dir: string) => `Sem permissão para criar ${dir}`,
  insideDataDir: (dir: string, dataDir: string) =>
    `${dir} fica dentro de DATA_DIR (${dataDir}): indique uma pasta fora dela, de preferência em outro disco`,
  isMountPoint: (dir: string) => `${dir} é um ponto de montagem: indique uma pasta nova dentro dele`,
  noSpace: (dir: string, needed: number, free: number) =>
    `Não há espaço em disco em ${dir}: são necessários ${size(needed)} e há ${size(free)}`,
  databaseDamaged: (path: string) =>
    `${path} está danificado e não pode ser copiado; para copiar o resto, mova-o para fora de DATA_DIR`,
  queueNotOfLog: (dataDir: string) =>
    `A fila de entregas (queue.db) copiada não é do log copiado: o log em ${dataDir} foi trocado durante a cópia. Repita o comando; se a recusa continuar, mova queue.db para fora de DATA_DIR`,
  diskFull: (dir: string) => `O disco encheu antes do fim da cópia em ${dir}`,
  notABackup: (dir: string) => `Não há uma cópia de segurança completa em ${dir}: falta manifest.json`,
  manifestUnreadable: (file: string) =>
    `${file} não é o manifesto de uma cópia de segurança que esta versão conheça, ou foi alterado`,
  changedMeanwhile: (path: string) => `${path} mudou na cópia enquanto era restaurado: confira o disco e repita`,
  dataDirNotEmpty: (dataDir: string) =>
    `${dataDir} não está vazia: pare o serviço e indique em DATA_DIR uma pasta vazia ou nova`,
  dataDirInsideBackup: (dataDir: string, dir: string) => `DATA_DIR (${dataDir}) fica dentro da cópia ${dir}`,
  restoreRunning: (dataDir: string) => `Outra restauração em ${dataDir} está em andamento`,
  restoreUnfinished: (dataDir: string) =>
    `A restauração em ${dataDir} não terminou: repita operator restore até o fim`,
  configuredElsewhere: (variable: string) =>
    `A cópia contém o que, com ${variable}, o serviço busca em um servidor: restaure sem ${variable}, ou use as ferramentas do servidor`,
  logElsewhere:
    'Esta cópia não contém o log: ele está no EventStoreDB (EVENTSTORE_URL), copie-o com as ferramentas do servidor',
  restElsewhere:
    'Esta cópia não contém fila de entregas, pessoas, evidências e chamadas: estão no MongoDB (MONGODB_URL), copie-as com mongodump',
  keyElsewhere: 'Esta cópia não contém a chave de segredos: guarde o valor de SECRETS_KEY',
  sealKeyElsewhere:
    'Esta cópia não contém a chave que assina os selos: guarde o valor de SEAL_KEY ou, sem ela, o de SECRETS_KEY',
  restoreReason: (createdAt: string) => `operator restore da cópia de ${localTime(createdAt)}`,
  restoredResume: (command: string) =>
    `Os ids seguem 1.000.000 acima dos conhecidos. Depois de iniciar o serviço, retome os webhooks: operator ${command}`,
  evidenceGone: (count: number) =>
    counted(
      count,
      'arquivo de evidência citado no log já não estava em DATA_DIR; o manifesto diz qual',
      'arquivos de evidência citados no log já não estavam em DATA_DIR; o manifesto diz quais',
    ),
  foreign: (names: readonly string[]) => `Não são do serviço e não foram copiados: ${names.join(', ')}`,
} as const;

export const progress = {
  copied: (path: string, bytes: number) => `${path}: ${size(bytes)} copiados`,
  evidence: (count: number) => `evidence: ${counted(count, 'arquivo copiado', 'arquivos copiados')}`,
  verifying: (files: number, bytes: number) => `Conferindo ${counted(files, 'arquivo')}, ${size(bytes)}`,
} as const;

/** What is wrong with a backup. */
export const problems = {
  missing: (path: string) => `${path} falta ou não é um arquivo`,
  size: (path: string, expected: number, actual: number) => `${path} tem ${actual} bytes e tinha ${expected}`,
  content: (path: string) => `O conteúdo de ${path} é outro: o SHA-256 não confere com o manifesto`,
  database: (path: string) => `${path} está danificado: o SQLite não o lê por inteiro`,
  log: 'log/log.db está cortado ou danificado',
  queueNotOfLog: 'queue.db não é de log/log.db: o log foi trocado durante a cópia',
  noLog: 'O manifesto cita um log e não o lista entre os arquivos',
  otherLog: 'O log não é o que o manifesto descreve: o id, o número de eventos ou o último selo é outro',
  evidence: (clientId: number, evidenceId: string, sha256: string) =>
    `Falta a evidência ${evidenceId} do cliente ${clientId} (evidence/${clientId}/${sha256}), citada no log`,
} as const;

/** Whether an error says that a disk is full. */
export function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('SQLITE_FULL');
}

const KB = 1_000;
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

function size(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = (bytes / KB ** step).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return `${value} ${UNITS[step] ?? ''}`;
}
