// Every error code of REST and GraphQL, in the order of docs/erros.md, whose table is made of this. A code has one status.

/** What the guide says of a code: what happened, and what to do. */
export type ErrorCodeTexts = Readonly<{ status: number; happened: string; remedy: string }>;

export const errorCodes = {
  IMPORTACAO_RECUSADA: {
    status: 400,
    happened: 'o balancete não passou nas conferências',
    remedy: 'corrija o que a mensagem e `erros` apontam e envie de novo; `?validateOnly=true` confere sem gravar',
  },
  PARAMETRO_INVALIDO: {
    status: 400,
    happened: 'um parâmetro, campo ou cabeçalho está errado, ou o corpo não tem o formato esperado',
    remedy: 'corrija a chamada',
  },
  CONSULTA_INVALIDA: {
    status: 400,
    happened: 'GraphQL: corpo, consulta ou variáveis errados',
    remedy: 'corrija a consulta; `/api/v1/graphiql` mostra o esquema',
  },
  SO_LEITURA: {
    status: 400,
    happened: 'GraphQL: foi enviada uma mutation ou subscription',
    remedy: 'envie somente consultas (`query`)',
  },
  PROFUNDIDADE_EXCEDIDA: {
    status: 400,
    happened: 'GraphQL: mais de 6 níveis',
    remedy: 'peça menos níveis',
  },
  COMPLEXIDADE_EXCEDIDA: {
    status: 400,
    happened:
      'GraphQL: o número de linhas pedidas vezes o de campos passa de 10.000, ou a consulta é grande demais',
    remedy: 'diminua `limit` ou os campos, ou divida a consulta',
  },
  /** GraphQL alone has this code; REST has none for its 401. */
  CHAVE_INVALIDA: {
    status: 401,
    happened: 'chave ausente, errada, revogada ou de outro ambiente',
    remedy: 'confira a chave; não repita a chamada sem mudar nada',
  },
  ESCOPO_INSUFICIENTE: {
    status: 403,
    happened: 'a chave não tem o escopo indicado na mensagem',
    remedy: 'peça ao operador uma chave com o escopo',
  },
  MODULO_NAO_CONTRATADO: {
    status: 403,
    happened: 'a empresa não contratou o módulo de conciliação',
    remedy: 'fale com o administrador do cliente',
  },
  EMPRESA_INATIVA: {
    status: 403,
    happened: 'importação para uma empresa que não está ativa',
    remedy: 'fale com o administrador do cliente',
  },
  EMPRESA_NAO_ENCONTRADA: {
    status: 404,
    happened: 'nenhuma empresa do cliente com esse CNPJ ou `companyId` neste ambiente',
    remedy: 'confira em `GET /api/v1/companies`; um CNPJ pode ter letras',
  },
  PLANO_NAO_ENCONTRADO: {
    status: 404,
    happened: 'nenhum plano de contas do cliente com esse id',
    remedy: 'confira em `GET /api/v1/chart-of-accounts`',
  },
  CONTA_NAO_ENCONTRADA: {
    status: 404,
    happened: 'nenhuma conta do cliente com esse id',
    remedy: 'confira em `GET /api/v1/chart-of-accounts/{id}/accounts`',
  },
  BALANCETE_NAO_ENCONTRADO: {
    status: 404,
    happened: 'nenhum balancete do cliente com esse id',
    remedy: 'confira em `GET /api/v1/trial-balances`',
  },
  CONCILIACAO_NAO_ENCONTRADA: {
    status: 404,
    happened: 'nenhuma conciliação do cliente com esse id',
    remedy: 'confira em `GET /api/v1/reconciliations`',
  },
  WEBHOOK_NAO_ENCONTRADO: {
    status: 404,
    happened: 'nenhum webhook visível para a chave com esse id',
    remedy: 'confira em `GET /v1/webhooks`',
  },
  ENTREGA_NAO_ENCONTRADA: {
    status: 404,
    happened: 'nenhuma entrega visível para a chave com esse id',
    remedy: 'confira em `GET /v1/events`',
  },
  ROTA_NAO_ENCONTRADA: {
    status: 404,
    happened: 'o endereço não existe',
    remedy: 'confira o endereço: maiúsculas e minúsculas contam, e não há barra no fim',
  },
  METODO_NAO_PERMITIDO: {
    status: 405,
    happened: 'a rota existe, mas não com esse método',
    remedy: 'use um dos métodos do cabeçalho `Allow`',
  },
  TEMPO_ESGOTADO: {
    status: 408,
    happened: 'a requisição demorou demais para chegar',
    remedy: 'tente de novo',
  },
  COMPETENCE_CLOSED: {
    status: 409,
    happened: 'a competência está fechada e recusa importações, liberações e, por regra da empresa, trabalho',
    remedy: 'não repita; o cliente pode reabri-la',
  },
  NEXT_COMPETENCE_CLOSED: {
    status: 409,
    happened: 'a competência seguinte está fechada e o conteúdo mudaria os saldos',
    remedy: 'não repita; o cliente pode reabri-la',
  },
  LINHAS_NAO_GUARDADAS: {
    status: 409,
    happened: '`escopo=todas` em um balancete importado antes de as linhas que não entram serem guardadas',
    remedy: 'leia sem `escopo`',
  },
  LIMITE_DE_WEBHOOKS: {
    status: 409,
    happened: 'o cliente já tem 20 webhooks',
    remedy: 'remova um webhook antes de registrar outro',
  },
  WEBHOOK_INATIVO: {
    status: 409,
    happened: 'o webhook está inativo',
    remedy: 'reative-o com `PATCH status=ACTIVE` e peça o reenvio de novo',
  },
  REENVIO_EM_ANDAMENTO: {
    status: 409,
    happened: 'outro reenvio do mesmo webhook ainda está em andamento',
    remedy: 'aguarde o término; acompanhe em `GET /v1/events`',
  },
  CHAVE_DE_IDEMPOTENCIA_EM_USO: {
    status: 409,
    happened: 'a primeira chamada com esta `Idempotency-Key` ainda não terminou',
    remedy: 'aguarde um pouco e repita',
  },
  CONTEUDO_MUITO_GRANDE: {
    status: 413,
    happened: 'o corpo ultrapassa o limite indicado na mensagem',
    remedy: 'divida o conteúdo, ou envie o relatório em arquivo',
  },
  ENDERECO_MUITO_LONGO: {
    status: 414,
    happened: 'o endereço tem mais de 8.192 caracteres',
    remedy: 'encurte os parâmetros',
  },
  CONTENT_TYPE_INVALIDO: {
    status: 415,
    happened: 'o `Content-Type` não é o da rota, ou o `charset` não é UTF-8',
    remedy: 'envie o tipo indicado na mensagem, em UTF-8',
  },
  EXPECT_NAO_ATENDIDO: {
    status: 417,
    happened: 'o valor do cabeçalho `Expect` não é aceito',
    remedy: 'não envie esse cabeçalho',
  },
  CHAVE_DE_IDEMPOTENCIA_REUTILIZADA: {
    status: 422,
    happened: 'a mesma `Idempotency-Key` com outro conteúdo',
    remedy: 'use uma chave nova por operação',
  },
  LIMITE_EXCEDIDO: {
    status: 429,
    happened: 'mais de 30 chamadas na rota em um minuto, contado da primeira delas',
    remedy: 'aguarde os segundos indicados em `Retry-After`',
  },
  CABECALHOS_MUITO_GRANDES: {
    status: 431,
    happened: 'os cabeçalhos são grandes demais',
    remedy: 'reduza-os',
  },
  ERRO_INTERNO: {
    status: 500,
    happened: 'uma falha interna do serviço',
    remedy: 'informe o `X-Request-Id` ao suporte; repetir a importação é seguro',
  },
  SERVICO_INDISPONIVEL: {
    status: 503,
    happened:
      'um armazenamento está fora do ar, ou o serviço está recebendo mais dados ou arquivos do que comporta',
    remedy:
      'aguarde os segundos indicados em `Retry-After` e repita: uma importação repetida nunca é gravada duas vezes',
  },
} as const satisfies Readonly<Record<string, ErrorCodeTexts>>;

/** Codes that only the command line and the console answer, with the status of the console's page. */
const OWN_CODES = {
  CADASTRO_INVALIDO: 400,
  JUSTIFICATIVA_AUSENTE: 400,
  PAPEL_INSUFICIENTE: 403,
  CHAVE_NAO_ENCONTRADA: 404,
  CLIENTE_NAO_ENCONTRADO: 404,
  PONTO_NAO_ENCONTRADO: 404,
  CRONOGRAMA_INVALIDO: 400,
  CRONOGRAMA_NAO_ENCONTRADO: 404,
  LIMITE_DE_CRONOGRAMAS: 409,
  CHAVE_ENCERRADA: 409,
  COMPETENCIA_NAO_E_A_ULTIMA_FECHADA: 409,
  COMPETENCIA_NAO_FECHADA: 409,
  PENDENCIAS_DO_FECHAMENTO: 409,
  DECLARACAO_NAO_CONFIRMADA: 409,
  NADA_A_LIBERAR: 409,
  VERSAO_MAIS_NOVA: 409,
} as const;

export type ErrorCode = keyof typeof errorCodes | keyof typeof OWN_CODES;

export function statusOf(code: ErrorCode): number {
  return code in errorCodes
    ? errorCodes[code as keyof typeof errorCodes].status
    : OWN_CODES[code as keyof typeof OWN_CODES];
}
