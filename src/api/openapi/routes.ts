// The routes of the OpenAPI documents, without a key. The documents are generated when first asked for.
import type { OpenRoute, Route } from '../call.js';
import { JSON_TYPE } from '../http/response/envelope.js';
import { webhooksDocument } from '../webhooks/document.js';
import { apiDocument } from './document.js';
import type { Json } from './jsonSchema.js';

export function contractRoutes(routes: readonly Route[], version: string): readonly OpenRoute[] {
  return [
    served('/api/v1/docs-json', () => apiDocument(routes, version)),
    served('/v1/docs-json', () => webhooksDocument(routes, version)),
  ];
}

function served(path: string, documentOf: () => Json): OpenRoute {
  let bytes: Buffer | null = null;
  return {
    method: 'GET',
    path,
    async handle(context) {
      context.set('Content-Type', JSON_TYPE);
      context.body = bytes ??= Buffer.from(JSON.stringify(documentOf()));
    },
  };
}
