// Made from test/golden/openapi.json by openapi-typescript: UPDATE_GOLDEN=1 with test/clients. Not written by hand.
export interface paths {
  '/api/v1/trial-balances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista os balancetes, todas as versões
     * @description Escopo da chave: `trial_balances:read`.
     */
    get: operations['listarBalancetes'];
    put?: never;
    /**
     * Importa o balancete de uma empresa em uma competência
     * @description Escopo da chave: `trial_balances:write`.
     */
    post: operations['importarBalancete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/trial-balances/arquivo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Importa o balancete do mesmo arquivo que seria enviado na tela
     * @description Escopo da chave: `trial_balances:write`.
     */
    post: operations['importarArquivo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/trial-balances/{id}/lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as linhas de um balancete
     * @description Escopo da chave: `trial_balances:read`.
     */
    get: operations['listarLinhas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/companies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as empresas do cliente da chave
     * @description Escopo da chave: `companies:read`.
     */
    get: operations['listarEmpresas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/chart-of-accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista os planos de contas de uma empresa
     * @description Escopo da chave: `chart_of_accounts:read`.
     */
    get: operations['listarPlanosDeContas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/chart-of-accounts/{id}/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as contas de um plano de contas
     * @description Escopo da chave: `chart_of_accounts:read`.
     */
    get: operations['listarContas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reconciliations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as conciliações com etapa, responsável e prazo
     * @description Escopo da chave: `reconciliations:read`.
     */
    get: operations['listarConciliacoes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/graphql': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Consulta somente de leitura: empresas, planosDeContas, contas, balancetes, linhasDoBalancete, conciliacoes
     * @description Escopo da chave: `analytics:read`.
     */
    post: operations['consultar'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Paginacao: {
      /** @description Página atual */
      page: number;
      /** @description Linhas por página */
      limit: number;
      /** @description Total de linhas */
      total: number;
      /** @description Total de páginas; 0 quando a lista está vazia */
      pages: number;
    };
    Erro: {
      /** @constant */
      success: false;
      error: string;
      code?: string;
      erros?: {
        linha: number;
        campo: string;
        contaCodigo: string;
        mensagem: string;
      }[];
    };
    ResultadoDaImportacao: {
      /** @description Verdadeiro quando o conteúdo é igual ao da versão atual e nada foi gravado */
      reenvio: boolean;
      /** @description Balancete criado; no reenvio o já existente; nulo em validateOnly sem versão igual */
      trialBalanceId: number | null;
      /** @description Linhas recebidas */
      enviadas: number;
      /** @description Linhas que entraram no balancete */
      importadas: number;
      /** @description Linhas deixadas de fora porque a conta não existe no plano */
      ignoradasForaDoPlano: number;
      /** @description Linhas deixadas de fora porque a conta não participa da conciliação */
      ignoradasQueNaoConciliam: number;
      /** @description Avisos; nunca impedem a importação */
      avisos: string[];
      /** @description Só com validateOnly: o que mudaria em relação à versão atual */
      alteracoes?: {
        incluidas: number;
        alteradas: number;
        removidas: number;
      };
    };
    RespostaDeResultadoDaImportacao: {
      /** @constant */
      success: true;
      data: components['schemas']['ResultadoDaImportacao'];
    };
    ImportacaoDeBalancete: {
      /** @description Identificador da empresa; informe companyId ou cnpj */
      companyId?: number;
      /** @description CNPJ da empresa, com ou sem máscara */
      cnpj?: string;
      /** @description Competência (AAAA-MM) */
      period: string;
      /** @description Nome do plano de contas a usar */
      chartName: string;
      /** @description As linhas do balancete, de 1 a 20.000 */
      lineItems: {
        /** @description Código da conta */
        accountCode: string;
        /** @description Nome da conta; sem ele vale o do plano de contas */
        accountName?: string;
        /** @description Saldo anterior, no máximo duas casas decimais */
        previousBalance: number;
        /** @description Total de débitos, no máximo duas casas decimais */
        debit: number;
        /** @description Total de créditos, no máximo duas casas decimais */
        credit: number;
        /** @description Saldo final, no máximo duas casas decimais */
        finalBalance: number;
        /** @description Conferido com o da importação */
        cnpj?: string;
        /** @description Conferida com a da importação */
        period?: string;
      }[];
    };
    ResultadoDaImportacaoDeArquivo: {
      /** @description Verdadeiro quando o conteúdo é igual ao da versão atual e nada foi gravado */
      reenvio: boolean;
      /** @description Balancete criado; no reenvio o já existente; nulo em validateOnly sem versão igual */
      trialBalanceId: number | null;
      /** @description Linhas recebidas */
      enviadas: number;
      /** @description Linhas que entraram no balancete */
      importadas: number;
      /** @description Linhas deixadas de fora porque a conta não existe no plano */
      ignoradasForaDoPlano: number;
      /** @description Linhas deixadas de fora porque a conta não participa da conciliação */
      ignoradasQueNaoConciliam: number;
      /** @description Avisos; nunca impedem a importação */
      avisos: string[];
      /** @description Só com validateOnly: o que mudaria em relação à versão atual */
      alteracoes?: {
        incluidas: number;
        alteradas: number;
        removidas: number;
      };
      interpretacao?: {
        /** @enum {string} */
        formato: 'csv' | 'txt' | 'xml' | 'xlsx' | 'xls' | 'html' | 'ecd';
        codificacao: string | null;
        separador: string | null;
        planilha: string | null;
        linhaCabecalho: number;
        colunas: {
          [key: string]: string;
        };
        convencao: string;
      };
    };
    RespostaDeResultadoDaImportacaoDeArquivo: {
      /** @constant */
      success: true;
      data: components['schemas']['ResultadoDaImportacaoDeArquivo'];
    };
    ArquivoDeBalancete: {
      /**
       * Format: binary
       * @description CSV, TXT, XML, XLSX ou XLS de até 50 MB
       */
      file: string;
      /** @description Empresa; informe companyId ou cnpj */
      companyId?: number;
      /** @description CNPJ da empresa, com ou sem máscara */
      cnpj?: string;
      /** @description Competência (AAAA-MM); sem ela vale a coluna Competência do arquivo */
      period?: string;
      /** @description Plano de contas; sem ele vale a coluna Plano de Contas do arquivo */
      chartName?: string;
    };
    Balancete: {
      /** @description Identificador desta versão do balancete */
      id: number;
      /** @description Empresa do balancete */
      empresaId: number;
      /** @description Razão social da empresa */
      empresaNome: string;
      /** @description Competência (AAAA-MM) */
      competencia: string;
      /** @description Número da versão dentro da competência */
      versao: number;
      /**
       * @description IMPORTED: versão mais nova e ainda não liberada; RELEASED: a que está em conciliação; SUPERSEDED: substituída
       * @enum {string}
       */
      status: 'IMPORTED' | 'RELEASED' | 'SUPERSEDED';
      /**
       * Format: date-time
       * @description Quando foi importado (ISO 8601 em UTC)
       */
      importadoEm: string;
      /** @description Nome da chave que importou */
      importadoPor: string;
      /** @description Quantidade de linhas */
      linhas: number;
    };
    PaginaDeBalancete: {
      data: components['schemas']['Balancete'][];
      pagination: components['schemas']['Paginacao'];
    };
    LinhaDoBalancete: {
      /** @description Balancete da linha */
      balanceteId: number;
      /** @description Empresa do balancete */
      empresaId: number;
      /** @description Competência (AAAA-MM) */
      competencia: string;
      /** @description Código da conta */
      contaCodigo: string;
      /** @description Descrição da conta */
      contaDescricao: string;
      /** @description Saldo anterior em reais */
      saldoAnterior: number;
      /** @description Total de débitos em reais */
      debito: number;
      /** @description Total de créditos em reais */
      credito: number;
      /** @description Saldo final em reais */
      saldoFinal: number;
    };
    PaginaDeLinhaDoBalancete: {
      data: components['schemas']['LinhaDoBalancete'][];
      pagination: components['schemas']['Paginacao'];
    };
    Empresa: {
      /** @description Identificador da empresa; é o companyId das outras rotas */
      id: number;
      /** @description Razão social */
      razaoSocial: string;
      /** @description Nome fantasia */
      nomeFantasia: string;
      /** @description CNPJ sem máscara (14 caracteres) */
      cnpj: string;
      /**
       * @description Regime tributário
       * @enum {string}
       */
      regimeTributario:
        'REAL_PROFIT' | 'PRESUMED_PROFIT' | 'ARBITRATED_PROFIT' | 'SIMPLES_NACIONAL' | 'MEI' | 'EXEMPT_IMMUNE';
      /**
       * @description Situação da empresa
       * @enum {string}
       */
      status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';
      /** @description Identificador da empresa controladora; nulo quando não há */
      empresaControladoraId: number | null;
    };
    PaginaDeEmpresa: {
      data: components['schemas']['Empresa'][];
      pagination: components['schemas']['Paginacao'];
    };
    PlanoDeContas: {
      /** @description Identificador do plano de contas */
      id: number;
      /** @description Empresa do plano */
      empresaId: number;
      /** @description Nome do plano; é o chartName da importação */
      nome: string;
      /**
       * Format: date
       * @description Início da vigência (AAAA-MM-DD)
       */
      vigenciaInicio: string;
      /** @description Fim da vigência (AAAA-MM-DD); nulo enquanto não há */
      vigenciaFim: string | null;
      /** @description Se o plano está ativo; uma empresa pode ter mais de um plano ativo */
      ativo: boolean;
      /** @description Versão do plano; começa em 1 e cresce a cada alteração */
      versao: number;
    };
    PaginaDePlanoDeContas: {
      data: components['schemas']['PlanoDeContas'][];
      pagination: components['schemas']['Paginacao'];
    };
    Conta: {
      /** @description Identificador da conta */
      id: number;
      /** @description Plano de contas da conta */
      planoId: number;
      /** @description Empresa da conta */
      empresaId: number;
      /** @description Código da conta */
      codigo: string;
      /** @description Código reduzido */
      codigoReduzido: string;
      /** @description Descrição da conta */
      descricao: string;
      /**
       * @description Analítica ou sintética; conta sintética nunca concilia
       * @enum {string}
       */
      tipo: 'ANALYTICAL' | 'SYNTHETIC';
      /**
       * @description Natureza do saldo da conta
       * @enum {string}
       */
      natureza: 'DEBIT' | 'CREDIT' | 'MIXED';
      /** @description Classificação */
      classificacao: string;
      /** @description Departamento */
      departamento: string;
      /** @description Setor */
      setor: string;
      /** @description Se a conta participa da conciliação; só estas contas entram na importação */
      exigeConciliacao: boolean;
    };
    PaginaDeConta: {
      data: components['schemas']['Conta'][];
      pagination: components['schemas']['Paginacao'];
    };
    Conciliacao: {
      /** @description Identificador da conciliação */
      id: number;
      /** @description Empresa da conciliação */
      empresaId: number;
      /** @description Razão social da empresa */
      empresaNome: string;
      /** @description Competência (AAAA-MM) */
      competencia: string;
      /** @description Identificador da conta */
      contaId: number;
      /** @description Código da conta */
      contaCodigo: string;
      /** @description Descrição da conta */
      contaDescricao: string;
      /**
       * @description Etapa da conciliação (16 estados)
       * @enum {string}
       */
      status:
        | 'PENDING'
        | 'NOT_STARTED'
        | 'IN_ELABORATION'
        | 'AWAITING_DOCUMENTS'
        | 'AWAITING_ADJUSTMENT'
        | 'SUBMITTED_FOR_REVIEW'
        | 'IN_REVIEW'
        | 'RETURNED_BY_REVIEW'
        | 'SUBMITTED_FOR_APPROVAL'
        | 'IN_APPROVAL'
        | 'REJECTED'
        | 'APPROVED'
        | 'AUTO_APPROVED'
        | 'BALANCE_CHANGED'
        | 'REOPENED'
        | 'WAIVED';
      /** @description Responsável atual; vazio quando ninguém foi definido */
      responsavelNome: string;
      /** @description Papel do responsável atual */
      responsavelPapel: string;
      /**
       * Format: date-time
       * @description Prazo do responsável atual (ISO 8601 em UTC)
       */
      prazo: string;
      /**
       * @description Situação do prazo no momento da leitura (5 estados)
       * @enum {string}
       */
      slaStatus: 'ON_TIME' | 'DUE_SOON' | 'OVERDUE' | 'COMPLETED_ON_TIME' | 'COMPLETED_LATE';
      /** @description Saldo contábil em reais */
      saldoContabil: number;
      /** @description Saldo conciliado em reais */
      saldoConciliado: number;
      /** @description Saldo contábil menos saldo conciliado menos ajustes */
      diferenca: number;
      /** @description Soma dos ajustes explicados em reais */
      ajustes: number;
    };
    PaginaDeConciliacao: {
      data: components['schemas']['Conciliacao'][];
      pagination: components['schemas']['Paginacao'];
    };
    RespostaGraphQL: {
      /** @description Uma resposta por consulta pedida */
      data: {
        [key: string]: unknown;
      };
      /** @description As consultas recusadas; as demais são respondidas */
      errors?: {
        message: string;
        extensions: {
          code: string;
        };
        path: (string | number)[];
      }[];
    };
    ErroGraphQL: {
      /** @constant */
      success: false;
      error: string;
      code?: string;
      erros?: {
        linha: number;
        campo: string;
        contaCodigo: string;
        mensagem: string;
      }[];
      errors?: {
        message: string;
        extensions: {
          code: string;
        };
      }[];
    };
    ConsultaGraphQL: {
      /** @description O texto da consulta */
      query: string;
      /** @description Os valores das variáveis da consulta */
      variables?: {
        [key: string]: unknown;
      } | null;
      /** @description Qual operação executar quando a consulta tem várias */
      operationName?: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Identificador desta requisição; informe-o ao suporte */
    'X-Request-Id': string;
    /** @description Chamadas por minuto nesta rota; vem quando a chave foi aceita */
    'X-RateLimit-Limit': number;
    /** @description Chamadas que restam neste minuto; vem quando a chave foi aceita */
    'X-RateLimit-Remaining': number;
    /** @description Quando o minuto termina, em segundos Unix; vem quando a chave foi aceita */
    'X-RateLimit-Reset': number;
    /** @description Segundos a esperar antes de tentar de novo */
    'Retry-After': number;
    /** @description Validador fraco desta página; envie-o em If-None-Match para receber 304 enquanto nada mudar */
    ETag: string;
    /** @description O valor de updatedSince da próxima leitura: nenhuma linha se perde, e uma que já veio pode vir de novo */
    'X-Updated-Until': string;
    /** @description Só em CSV: total de linhas da lista */
    'X-Total-Count': number;
    /** @description Só em CSV: total de páginas da lista */
    'X-Total-Pages': number;
    /** @description true quando a chave de idempotência já fez esta chamada: a resposta é a daquela vez */
    'Idempotent-Replayed': 'true';
    /** @description Os métodos que a rota tem */
    Allow: string;
    /** @description Como enviar a chave */
    'WWW-Authenticate': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listarBalancetes: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /** @description Somente desta empresa */
        companyId?: number;
        /** @description Somente da empresa deste CNPJ, com ou sem máscara */
        cnpj?: string;
        /** @description Somente desta competência (AAAA-MM) */
        period?: string;
        /** @description Somente com este status */
        status?: 'IMPORTED' | 'RELEASED' | 'SUPERSEDED';
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeBalancete'];
          'text/csv': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  importarBalancete: {
    parameters: {
      query?: {
        /** @description true: só valida e mostra o que mudaria; nada é gravado */
        validateOnly?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "cnpj": "11.222.333/0001-81",
         *       "period": "2026-08",
         *       "chartName": "Plano Geral",
         *       "lineItems": [
         *         {
         *           "accountCode": "1.1.01",
         *           "accountName": "Caixa",
         *           "previousBalance": 1000,
         *           "debit": 500.25,
         *           "credit": 200,
         *           "finalBalance": 1300.25
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['ImportacaoDeBalancete'];
      };
    };
    responses: {
      /** @description Reenvio: o conteúdo é igual ao da versão atual e nada foi gravado; ou só validado (validateOnly) */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacao'];
        };
      };
      /** @description Balancete ou nova versão gravada */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacao'];
        };
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A competência não aceita a importação */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Conteúdo grande demais */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Content-Type errado */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  importarArquivo: {
    parameters: {
      query?: {
        /** @description true: só valida e mostra o que mudaria; nada é gravado */
        validateOnly?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "file": "balancete.csv",
         *       "companyId": 1,
         *       "period": "2026-08",
         *       "chartName": "Plano Geral"
         *     }
         */
        'multipart/form-data': components['schemas']['ArquivoDeBalancete'];
      };
    };
    responses: {
      /** @description Reenvio: o conteúdo é igual ao da versão atual e nada foi gravado; ou só validado (validateOnly) */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacaoDeArquivo'];
        };
      };
      /** @description Balancete ou nova versão gravada */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacaoDeArquivo'];
        };
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A competência não aceita a importação */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Conteúdo grande demais */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Content-Type errado */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarLinhas: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /** @description Somente as linhas desta conta */
        contaCodigo?: string;
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path: {
        /** @description Identificador do balancete */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeLinhaDoBalancete'];
          'text/csv': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarEmpresas: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeEmpresa'];
          'text/csv': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarPlanosDeContas: {
    parameters: {
      query: {
        /** @description Somente desta empresa */
        companyId: number;
        /** @description Somente da empresa deste CNPJ, com ou sem máscara */
        cnpj?: string;
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDePlanoDeContas'];
          'text/csv': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarContas: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /** @description Somente desta empresa */
        companyId?: number;
        /** @description Somente da empresa deste CNPJ, com ou sem máscara */
        cnpj?: string;
        /** @description Somente a conta com este código */
        codigo?: string;
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path: {
        /** @description Identificador do plano de contas */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeConta'];
          'text/csv': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarConciliacoes: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /** @description Somente desta empresa */
        companyId?: number;
        /** @description Somente da empresa deste CNPJ, com ou sem máscara */
        cnpj?: string;
        /** @description Somente desta competência (AAAA-MM) */
        period?: string;
        /** @description Somente com este status */
        status?:
          | 'PENDING'
          | 'NOT_STARTED'
          | 'IN_ELABORATION'
          | 'AWAITING_DOCUMENTS'
          | 'AWAITING_ADJUSTMENT'
          | 'SUBMITTED_FOR_REVIEW'
          | 'IN_REVIEW'
          | 'RETURNED_BY_REVIEW'
          | 'SUBMITTED_FOR_APPROVAL'
          | 'IN_APPROVAL'
          | 'REJECTED'
          | 'APPROVED'
          | 'AUTO_APPROVED'
          | 'BALANCE_CHANGED'
          | 'REOPENED'
          | 'WAIVED';
        /** @description Somente com esta situação do prazo no momento da leitura */
        slaStatus?: 'ON_TIME' | 'DUE_SOON' | 'OVERDUE' | 'COMPLETED_ON_TIME' | 'COMPLETED_LATE';
        /** @description Somente com este nome em responsavelNome */
        responsavel?: string;
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeConciliacao'];
          'text/csv': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  consultar: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "query": "query ($period: String) { balancetes(period: $period) { data { id competencia status linhas } } }",
         *       "variables": {
         *         "period": "2026-08"
         *       }
         *     }
         */
        'application/json': components['schemas']['ConsultaGraphQL'];
      };
    };
    responses: {
      /** @description As linhas pedidas; consultas recusadas vêm em errors */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaGraphQL'];
        };
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Conteúdo grande demais */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Content-Type errado */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
    };
  };
}
