// The routes of the OpenAPI documents and of the collection, without a key. Each is made when first asked for.
import type { OpenRoute, Route } from '../call.js';
import { once } from '../http/sharedFiles.js';
import { JSON_TYPE } from '../http/problems.js';
import { webhooksDocument } from '../webhooks/document.js';
import { apiDocument } from './document.js';
import type { Json } from './jsonSchema.js';
import { postmanCollection } from './postman.js';

export const COLLECTION_PATH = '/docs/conciliacao.postman_collection.json';

export function contractRoutes(routes: readonly Route[], version: string): readonly OpenRoute[] {
  const api = () => apiDocument(routes, version);
  const webhooks = () => webhooksDocument(routes, version);
  return [
    documentRoute('/api/v1/docs-json', api),
    documentRoute('/v1/docs-json', webhooks),
    documentRoute(COLLECTION_PATH, () => postmanCollection([api(), webhooks()])),
  ];
}

function documentRoute(path: string, documentOf: () => Json): OpenRoute {
  const bytes = once(() => Buffer.from(JSON.stringify(documentOf())));
  return {
    method: 'GET',
    path,
    async handle(context) {
      context.set('Content-Type', JSON_TYPE);
      context.body = bytes();
    },
  };
}
