// Commands on whole stores: `backup`, `restore`, `rebuild`; `log accept` goes on with a log that was restored to
// an earlier state; `copy-events` copies the log to another event store.
// Source: docs/spec/operator.md#backup, docs/spec/log.md#going-on-with-a-restored-log.
import { filled, parseWholeNumber } from '../../arguments.js';
import { argument, command, flag, optional, required, type Running } from '../../command.js';
import { fields, type Answer } from '../../output.js';
import { idKindNames, localTime } from '../../../messages/operator/fields.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { BackupSummary } from '../../dependencies.js';
import { progressCounter } from '../../session.js';
import { idKinds } from '../../../domain/kernel/ids.js';
import { nextStep } from '../../../messages/operator/firstSteps.js';
import { InvalidArgumentError } from 'commander';
import { CopyRefused, copyLog } from '../../../commands/log/copyLog.js';
import { readLogIds } from '../../../commands/log/deployment.js';
import type { CopyStep } from '../../../domain/deployment.js';
import { evidenceCopiedSentence } from '../../../messages/reconciliationPage.js';
import {
  copyProgressSentence,
  copyRefusalSentence,
  peopleCopiedSentence,
} from '../../../messages/operator/log.js';
import { Refused } from '../../refusalText.js';

const backup = command({
  name: 'backup',
  says: 'copia o que há em DATA_DIR para uma pasta nova, com o serviço no ar ou parado',
  examples: ['backup /mnt/copia/2026-11-01 --verify'],
  takes: {
    dir: argument('<pasta>', 'a pasta da cópia, fora de DATA_DIR; a pasta acima dela já existe', filled),
    verify: flag('confere a cópia depois de fazê-la; se a pasta já é uma cópia, só a confere, sem alterá-la'),
  },
  async runOnFolder({ dir, verify }, backups, { progress }) {
    if (verify && backups.isBackup(dir)) return answer(await backups.verify(dir, progress));
    const summary = await backups.make(dir, progress);
    return answer(verify ? await backups.verify(dir, progress) : summary);
  },
});

const restore = command({
  name: 'restore',
  says: 'confere uma cópia feita por backup e a restaura em uma DATA_DIR vazia ou nova, com o serviço parado',
  examples: ['restore /mnt/copia/2026-11-01'],
  takes: { dir: argument('<pasta>', 'a pasta da cópia', filled) },
  runOnFolder: async ({ dir }, backups, { progress }) => answer(await backups.restore(dir, progress)),
});

function answer({ problems, ...summary }: BackupSummary): Answer {
  const { seal } = summary;
  const sealed =
    seal === null ? null : `${wholeNumber(seal.count)} eventos em ${localTime(seal.at)}, ${seal.hash}`;
  if (summary.ok) return { json: summary, text: fields({ ...summary, seal: sealed }) };
  const json = { ...summary, problems };
  return { json, text: fields({ ...summary, seal: sealed, problems }), failed: true };
}

const rebuild = command({
  name: 'rebuild',
  says: 'refaz os modelos de leitura a partir dos eventos, sem interromper os que estão em uso',
  roles: 'operator',
  examples: ['rebuild'],
  async run(_, deps, running) {
    const { events, seconds } = await deps.rebuild(progressCounter(running, 'eventos lidos'));
    const json = { ok: true, events, seconds: Math.round(seconds * 1_000) / 1_000 };
    return { json, text: fields({ ok: true, eventsRead: events, seconds: json.seconds }) };
  },
});

const accept = command({
  name: 'log accept',
  says: 'segue com um log restaurado a um estado anterior, com todos os serviços parados',
  changes: true,
  examples: ["log accept --reason 'servidor restaurado da cópia de ontem'"],
  takes: {
    reason: required('<texto>', 'o motivo, gravado no log', filled),
    idsFrom: optional(
      '<n>',
      'os ids seguem a partir deste número, se for maior que 1.000.000 acima do maior conhecido',
      parseWholeNumber,
    ),
    yes: flag('mesmo que os modelos de leitura e a fila de entregas não estejam à frente do log'),
  },
  async runOnLog({ reason, idsFrom, yes }, log, running) {
    const onProgress = progressCounter(running, 'eventos lidos');
    const accepted = await log.accept({ reason, idsFrom, evenIfNotBehind: yes, onProgress });
    const { logId, ids, resume } = accepted;
    const nextIds = idKinds.map((kind) => `${idKindNames[kind]} ${ids[kind]}`).join(', ');
    const text = `${fields({ logId, nextIds })}\n${nextStep(resume)}`;
    return { json: { ok: true, ...accepted }, text };
  },
});

const PROGRESS_EVENTS = 1_000;
const PROGRESS_MS = 2_000;
const DEFAULT_PORT = '2113';

const copyEvents = command({
  name: 'copy-events',
  says: 'copia o log inteiro para um EventStoreDB; se for interrompido, repita o comando para continuar',
  changes: true,
  examples: ["copy-events --to 'esdb://servidor:2113?tls=true'"],
  takes: {
    to: required(
      '<url>',
      'destino: esdb://…, esdb+discover://… ou kurrentdb://…, vazio ou com parte desta cópia',
      address,
    ),
    peopleTo: optional(
      '<url>',
      'MongoDB de destino (mongodb://…) dos nomes, e-mails e evidências; se omitido, o de MONGODB_URL',
      mongoAddress,
    ),
    keepOpen: flag('copia o que há, sem concluir a cópia; adianta o trabalho com o serviço no ar'),
  },
  async runOnLog({ to, peopleTo, keepOpen }, log, running) {
    if (log.url !== null && isSameStore(log.url, to)) throw new Refused('O destino é o próprio log de origem');
    const target = await log.openTarget(to).catch(() => {
      throw new Refused('O endereço do destino não pode ser usado');
    });
    await log.mustMatchStores(await readLogIds(target));
    const { events, missed } = await copyLog({
      source: log.rawLog,
      target,
      clock: log.clock,
      context: running,
      finish: !keepOpen,
      onProgress: progressOf(running),
    }).catch(inWords);
    const { people, evidence } = await log.copyOtherStores(peopleTo);
    if (people !== 0) running.progress(peopleCopiedSentence(people));
    if (evidence === null || evidence.copied + evidence.leftOut > 0)
      running.progress(evidenceCopiedSentence(evidence));
    if (missed) running.progress('A origem recebeu eventos depois de copiada: eles não estão na cópia.');
    const resume = keepOpen ? null : await log.resumeOnCopy();
    if (resume === null) return { json: { ok: true, events } };
    return { json: { ok: true, events, resume }, text: `${fields({ events })}\n${nextStep(resume)}` };
  },
});

function inWords(error: unknown): never {
  throw error instanceof CopyRefused ? new Refused(copyRefusalSentence(error.refusal)) : error;
}

/** Prints a line for each step, and during a step every PROGRESS_EVENTS events or PROGRESS_MS. */
function progressOf({ progress }: Running) {
  let lastLine: { step: CopyStep; events: number; ms: number } | null = null;
  return (step: CopyStep, events: number, position: number, head: number): void => {
    const ms = performance.now();
    if (lastLine?.step === step && events - lastLine.events < PROGRESS_EVENTS && ms - lastLine.ms < PROGRESS_MS)
      return;
    lastLine = { step, events, ms };
    progress(copyProgressSentence(step, events, head === 0 ? 1 : position / head));
  };
}

function address(text: string): string {
  if (!/^(esdb|kurrentdb)(\+discover)?:\/\/[^/?]/.test(text))
    throw new InvalidArgumentError(
      'informe um endereço esdb://, esdb+discover://, kurrentdb:// ou kurrentdb+discover://',
    );
  return text;
}

function mongoAddress(text: string): string {
  if (!/^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/.test(text))
    throw new InvalidArgumentError('informe um endereço mongodb:// com o nome do banco');
  return text;
}

/** Whether two connection strings name a host and port in common. */
function isSameStore(one: string, other: string): boolean {
  const hosts = new Set(hostsOf(one));
  return hostsOf(other).some((host) => hosts.has(host));
}

function hostsOf(url: string): string[] {
  const authority = url.replace(/^[^:]+:\/\//, '').split(/[/?]/)[0] ?? '';
  const hosts = authority.slice(authority.lastIndexOf('@') + 1).split(',');
  return hosts.map((host) => {
    const [name = '', port = DEFAULT_PORT] = host.trim().toLowerCase().split(':');
    return `${name === 'localhost' ? '127.0.0.1' : name}:${port}`;
  });
}

export const commands = [backup, restore, rebuild, accept, copyEvents];
