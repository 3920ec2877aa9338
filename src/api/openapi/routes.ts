// The contract for machines, without a key: made once at the start and served from memory.
import type { OpenRoute, Route } from '../call.js';
import type { Answer } from '../http/answer.js';
import { apiDocument } from './document.js';

export function contractRoutes(routes: readonly Route[], version: string): readonly OpenRoute[] {
  const answer: Answer = { status: 200, body: JSON.stringify(apiDocument(routes, version)) };
  return [
    {
      method: 'GET',
      path: '/api/v1/docs-json',
      async handle() {
        return answer;
      },
    },
  ];
}
