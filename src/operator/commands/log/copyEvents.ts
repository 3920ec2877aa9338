// `copy-events --to URL`: copies the log to another event store.
import { InvalidArgumentError } from 'commander';
import { copyLog, CopyRefused } from '../../../commands/log/copyLog.js';
import { readLogIds } from '../../../commands/log/deployment.js';
import type { CopyStep } from '../../../domain/deployment.js';
import { evidenceCopiedSentence } from '../../../messages/reconciliationPage.js';
import {
  copyProgressSentence,
  copyRefusalSentence,
  peopleCopiedSentence,
} from '../../../messages/operator/log.js';
import { nextStep } from '../../../messages/operator/firstSteps.js';
import { command, flag, optional, required, type Running } from '../../command.js';
import { fields } from '../../output.js';
import { Refused } from '../../refusalText.js';

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
      ...{ source: log.rawLog, target, clock: log.clock, context: running },
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

export const commands = [copyEvents];

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
