// The contracts for machines, without a key: made once at the start and served from memory.
import type { OpenRoute, Route } from '../call.js';
import type { Answer } from '../http/response/answer.js';
import { webhooksDocument } from '../webhooks/document.js';
import { apiDocument } from './document.js';
import type { Json } from './jsonSchema.js';

export function contractRoutes(routes: readonly Route[], version: string): readonly OpenRoute[] {
  return [
    served('/api/v1/docs-json', apiDocument(routes, version)),
    served('/v1/docs-json', webhooksDocument(routes, version)),
  ];
}

function served(path: string, document: Json): OpenRoute {
  const rows = Buffer.from(JSON.stringify(document));
  const answer: Answer = { status: 200, body: { head: '', rows, tail: '' } };
  return {
    method: 'GET',
    path,
    async handle() {
      return answer;
    },
  };
}
