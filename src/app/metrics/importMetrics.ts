// Counts imports by outcome. A request refused before its body was read (key, limit, size) does not count.
import { Counter, type Registry } from 'prom-client';
import type { ImportFile } from '../../commands/imports/importFile.js';
import type { ImportJson } from '../../commands/imports/importJson.js';
import type { ImportResult } from '../../commands/imports/importResult.js';
import { ClientGone } from '../../api/http/response/problems.js';
import { DomainError } from '../../domain/problem.js';
import { isUnavailable } from '../commandSide.js';

type Importers = Readonly<{ importJson: ImportJson; importFile: ImportFile }>;
const OUTCOMES = ['stored', 'resend', 'validated', 'refused', 'unavailable', 'abandoned', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

export function countedImports(registry: Registry, { importJson, importFile }: Importers): Importers {
  const imports = new Counter({
    name: 'imports_total',
    help: 'Imports by source and outcome; failed ones are defects',
    labelNames: ['source', 'outcome'],
    registers: [registry],
  });
  for (const source of ['json', 'file']) for (const outcome of OUTCOMES) imports.inc({ source, outcome }, 0);
  const counted = async <Result extends ImportResult>(
    source: 'json' | 'file',
    validateOnly: boolean,
    importing: Promise<Result>,
  ): Promise<Result> => {
    try {
      const result = await importing;
      imports.inc({ source, outcome: validateOnly ? 'validated' : result.resend ? 'resend' : 'stored' });
      return result;
    } catch (error) {
      imports.inc({ source, outcome: outcomeOf(error) });
      throw error;
    }
  };
  return {
    importJson: (body, request, context) =>
      counted('json', request.validateOnly, importJson(body, request, context)),
    importFile: (file, fields, request, context, reading) =>
      counted('file', request.validateOnly, importFile(file, fields, request, context, reading)),
  };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof DomainError) return error.problem.is === 'Unavailable' ? 'unavailable' : 'refused';
  if (error instanceof ClientGone) return 'abandoned';
  return isUnavailable(error) ? 'unavailable' : 'failed';
}
