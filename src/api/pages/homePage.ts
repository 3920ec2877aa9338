// GET /: what this service is, and where everything is.
import type { Environment } from '../../domain/deployment/events.js';
import { COLLECTION_PATH } from '../openapi/routes.js';
import { guideList } from './guides.js';
import { documentHtml, linkList } from './html.js';

export type HomeFacts = Readonly<{
  environment: Environment;
  /** Of the release that is deployed. */
  version: string;
  /** Whether health and metrics have the port of the API. */
  hasHealth: boolean;
}>;

const ENVIRONMENTS: Readonly<Record<Environment, string>> = { staging: 'homologação', production: 'produção' };

export function homeHtml({ environment, version, hasHealth }: HomeFacts): string {
  const parts = [
    '<h1>Conciliação contábil</h1>',
    '<p>Este serviço recebe balancetes, confere cada um, registra tudo como eventos e oferece empresas, planos de ' +
      'contas, balancetes e conciliações para leitura pelo ERP, pelo BI ou por outro sistema.</p>',
    `<p class="facts">Ambiente de ${ENVIRONMENTS[environment]}, entrega ${version}.</p>`,
    '<h2>Trabalhar</h2>',
    linkList([['/console', 'Console', 'Onde a equipe envia balancetes, concilia e fecha as competências']]),
    '<h2>Experimentar</h2>',
    linkList([
      [
        '/api/v1/docs',
        'Contrato da API',
        'Cada rota, com exemplos; com uma chave, as chamadas funcionam na página',
      ],
      ['/api/v1/docs?documento=webhooks', 'Contrato dos webhooks', 'Registro, entregas, e o corpo de cada evento'],
      ['/api/v1/graphiql', 'GraphQL', 'As mesmas leituras, só com os campos pedidos'],
    ]),
    '<p>Para programas, em OpenAPI 3.1: <a href="/api/v1/docs-json">API</a> e ' +
      '<a href="/v1/docs-json">webhooks</a>. Para Postman e Insomnia: ' +
      `<a href="${COLLECTION_PATH}">coleção</a>. A chave de API é emitida por quem opera o serviço.</p>`,
    '<h2>Guias</h2>',
    guideList(),
    ...(hasHealth ? [HEALTH] : []),
  ];
  return documentHtml({ title: 'Conciliação contábil', path: '/', body: parts.join('\n') });
}

const HEALTH = `<h2>Situação</h2>
${linkList([
  ['/health/ready', 'Pronto para atender', '503 com as partes que falham'],
  ['/health/live', 'No ar', 'O processo responde'],
  ['/metrics', 'Métricas', 'Em texto, para o Prometheus'],
])}`;
