// Made from test/golden/openapi.webhooks.json: UPDATE_GOLDEN=1 with test/clients. Not written by hand.
export interface paths {
  '/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista os webhooks que a chave pode ver, na ordem do registro
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    get: operations['listarWebhooks'];
    put?: never;
    /**
     * Registra um destino e mostra o segredo dele uma única vez
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    post: operations['registrarWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Mostra um webhook
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    get: operations['consultarWebhook'];
    put?: never;
    post?: never;
    /**
     * Exclui um webhook; o que ainda receberia é cancelado
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    delete: operations['excluirWebhook'];
    options?: never;
    head?: never;
    /**
     * Altera destino, tipos de evento ou status; o que não vier fica como está
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    patch: operations['alterarWebhook'];
    trace?: never;
  };
  '/v1/webhooks/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Troca o segredo e mostra o novo uma única vez
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    post: operations['trocarSegredo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as entregas, as mais novas primeiro
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    get: operations['listarEntregas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lê uma entrega com o corpo enviado
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    get: operations['lerEntrega'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{deliveryId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Envia o evento de uma entrega outra vez, com outro identificador de entrega
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    post: operations['reenviarEntrega'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Envia um evento de teste assinado com valores de exemplo, também quando o webhook está inativo
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    post: operations['testarWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Conta ou envia outra vez os eventos de uma janela que não foram entregues
     * @description Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.
     */
    post: operations['reenviarJanela'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'reconciliation.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uma conciliação foi criada */
    post: operations['reconciliation.created'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'reconciliation.approved': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uma conciliação foi aprovada */
    post: operations['reconciliation.approved'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'reconciliation.rejected': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uma conciliação foi rejeitada */
    post: operations['reconciliation.rejected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'import.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uma importação terminou com sucesso */
    post: operations['import.completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'import.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uma importação foi recusada */
    post: operations['import.failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.delivered': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uma entrega foi aceita pelo destino */
    post: operations['webhook.delivered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uma entrega falhou em todas as tentativas */
    post: operations['webhook.failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
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
      /** @description Só na recusa de um arquivo: como ele foi entendido até ali */
      interpretacao?: {
        /**
         * @description - `csv`: texto separado por vírgula ou ponto e vírgula
         *     - `txt`: texto separado por tabulação ou barra
         *     - `xml`: XML, inclusive planilha do Excel 2003
         *     - `xlsx`: Excel
         *     - `xls`: Excel até 2003
         *     - `html`: tabela HTML, mesmo com outro nome
         *     - `ecd`: escrituração contábil digital do SPED
         * @enum {string}
         */
        formato: 'csv' | 'txt' | 'xml' | 'xlsx' | 'xls' | 'html' | 'ecd';
        codificacao: string | null;
        separador: string | null;
        planilha: string | null;
        /** @description 0 quando o arquivo não tem linha de cabeçalho */
        linhaCabecalho: number;
        colunas: {
          [key: string]: string;
        };
        convencao: string;
        /** @description Títulos das colunas encontradas */
        titulos?: string[];
        /** @description Débitos e créditos somados nas linhas de detalhe */
        totais?: {
          linhas: number;
          debitos: number;
          creditos: number;
        };
        /** @description Linhas cujas contas existem no plano e os primeiros códigos que não existem */
        contas?: {
          linhas: number;
          encontradas: number;
          naoEncontradas: string[];
        };
      };
    };
    EventoReconciliationCreated: {
      /** @description Identificador do evento; o mesmo em repetições: descarte as que já viu */
      id: string;
      /** @constant */
      type: 'reconciliation.created';
      /**
       * Format: date-time
       * @description Quando aconteceu (ISO 8601 em UTC)
       */
      createdAt: string;
      data:
        | {
            /**
             * Format: uuid
             * @description Identificador público da conciliação
             */
            reconciliationId: string;
            /** @description Código da conta */
            accountCode: string;
            /** @description Descrição da conta */
            accountName: string;
            /** @description Competência (AAAA-MM) */
            period: string;
            /** @description Empresa */
            companyId: number;
            /** @description CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas */
            cnpj: string;
            /** @description Identificador da conciliação em GET /api/v1/reconciliations */
            id: number;
            /** @description Etapa em minúsculas */
            status: string;
            /** @description Saldo contábil em reais */
            bookBalance: number;
            /**
             * Format: date-time
             * @description Prazo (ISO 8601 em UTC)
             */
            dueAt: string;
          }
        | {
            /** @constant */
            test: true;
          };
    };
    EventoReconciliationApproved: {
      /** @description Identificador do evento; o mesmo em repetições: descarte as que já viu */
      id: string;
      /** @constant */
      type: 'reconciliation.approved';
      /**
       * Format: date-time
       * @description Quando aconteceu (ISO 8601 em UTC)
       */
      createdAt: string;
      data:
        | {
            /**
             * Format: uuid
             * @description Identificador público da conciliação
             */
            reconciliationId: string;
            /** @description Código da conta */
            accountCode: string;
            /** @description Descrição da conta */
            accountName: string;
            /** @description Competência (AAAA-MM) */
            period: string;
            /** @description Empresa */
            companyId: number;
            /** @description CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas */
            cnpj: string;
            /** @description Identificador da conciliação em GET /api/v1/reconciliations */
            id: number;
            /** @constant */
            status: 'approved';
            /** @description Nome de quem aprovou */
            approvedBy: string;
            /**
             * Format: date-time
             * @description Quando foi aprovada (ISO 8601 em UTC)
             */
            approvedAt: string;
          }
        | {
            /** @constant */
            test: true;
          };
    };
    EventoReconciliationRejected: {
      /** @description Identificador do evento; o mesmo em repetições: descarte as que já viu */
      id: string;
      /** @constant */
      type: 'reconciliation.rejected';
      /**
       * Format: date-time
       * @description Quando aconteceu (ISO 8601 em UTC)
       */
      createdAt: string;
      data:
        | {
            /**
             * Format: uuid
             * @description Identificador público da conciliação
             */
            reconciliationId: string;
            /** @description Código da conta */
            accountCode: string;
            /** @description Descrição da conta */
            accountName: string;
            /** @description Competência (AAAA-MM) */
            period: string;
            /** @description Empresa */
            companyId: number;
            /** @description CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas */
            cnpj: string;
            /** @description Identificador da conciliação em GET /api/v1/reconciliations */
            id: number;
            /** @constant */
            status: 'rejected';
            /** @description Nome de quem rejeitou */
            rejectedBy: string;
            /**
             * Format: date-time
             * @description Quando foi rejeitada (ISO 8601 em UTC)
             */
            rejectedAt: string;
            /** @description Justificativa */
            reason: string;
          }
        | {
            /** @constant */
            test: true;
          };
    };
    EventoImportCompleted: {
      /** @description Identificador do evento; o mesmo em repetições: descarte as que já viu */
      id: string;
      /** @constant */
      type: 'import.completed';
      /**
       * Format: date-time
       * @description Quando aconteceu (ISO 8601 em UTC)
       */
      createdAt: string;
      data:
        | {
            /** @description O balancete criado */
            trialBalanceId: number;
            /** @description Empresa */
            companyId: number;
            /** @description CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas */
            cnpj: string;
            /** @description Competência (AAAA-MM) */
            period: string;
            /** @description Versão dentro da competência */
            version: number;
            /** @description Plano de contas usado */
            chartName: string;
            /** @description Linhas recebidas */
            linesSent: number;
            /** @description Linhas que entraram no balancete */
            linesImported: number;
            /** @description Nome da chave que importou */
            importedBy: string;
            /**
             * Format: date-time
             * @description Quando foi importado (ISO 8601 em UTC)
             */
            importedAt: string;
          }
        | {
            /** @constant */
            test: true;
          };
    };
    EventoImportFailed: {
      /** @description Identificador do evento; o mesmo em repetições: descarte as que já viu */
      id: string;
      /** @constant */
      type: 'import.failed';
      /**
       * Format: date-time
       * @description Quando aconteceu (ISO 8601 em UTC)
       */
      createdAt: string;
      data:
        | {
            /** @description Empresa */
            companyId: number;
            /** @description CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas */
            cnpj: string;
            /** @description Competência (AAAA-MM); nula quando a enviada não era uma */
            period: string | null;
            /** @description Código da recusa */
            code: string;
            /** @description A mesma mensagem da resposta da importação */
            error: string;
            /** @description X-Request-Id da importação; nulo nas do operador */
            requestId: string | null;
            /** @description Nome da chave que importou */
            importedBy: string;
          }
        | {
            /** @constant */
            test: true;
          };
    };
    EventoWebhookDelivered: {
      /** @description Identificador do evento; o mesmo em repetições: descarte as que já viu */
      id: string;
      /** @constant */
      type: 'webhook.delivered';
      /**
       * Format: date-time
       * @description Quando aconteceu (ISO 8601 em UTC)
       */
      createdAt: string;
      data:
        | {
            /**
             * Format: uuid
             * @description A entrega de que se fala
             */
            deliveryId: string;
            /**
             * Format: uuid
             * @description O webhook dessa entrega
             */
            webhookId: string;
            /** @description O evento dessa entrega */
            eventId: string;
            /**
             * @description O tipo desse evento
             *
             *     - `reconciliation.created`: uma conciliação foi criada na liberação do balancete
             *     - `reconciliation.approved`: uma conciliação foi aprovada
             *     - `reconciliation.rejected`: uma conciliação foi rejeitada
             *     - `import.completed`: um balancete, ou uma nova versão dele, foi gravado
             *     - `import.failed`: uma importação foi recusada depois de encontrada a empresa
             *     - `webhook.delivered`: uma entrega foi aceita pelo destino
             *     - `webhook.failed`: uma entrega falhou em todas as tentativas
             * @enum {string}
             */
            eventType:
              | 'reconciliation.created'
              | 'reconciliation.approved'
              | 'reconciliation.rejected'
              | 'import.completed'
              | 'import.failed'
              | 'webhook.delivered'
              | 'webhook.failed';
            /** @description Quantas tentativas foram feitas */
            attempts: number;
            /** @description A última resposta; nulo quando não houve */
            responseStatus: number | null;
          }
        | {
            /** @constant */
            test: true;
          };
    };
    EventoWebhookFailed: {
      /** @description Identificador do evento; o mesmo em repetições: descarte as que já viu */
      id: string;
      /** @constant */
      type: 'webhook.failed';
      /**
       * Format: date-time
       * @description Quando aconteceu (ISO 8601 em UTC)
       */
      createdAt: string;
      data:
        | {
            /**
             * Format: uuid
             * @description A entrega de que se fala
             */
            deliveryId: string;
            /**
             * Format: uuid
             * @description O webhook dessa entrega
             */
            webhookId: string;
            /** @description O evento dessa entrega */
            eventId: string;
            /**
             * @description O tipo desse evento
             *
             *     - `reconciliation.created`: uma conciliação foi criada na liberação do balancete
             *     - `reconciliation.approved`: uma conciliação foi aprovada
             *     - `reconciliation.rejected`: uma conciliação foi rejeitada
             *     - `import.completed`: um balancete, ou uma nova versão dele, foi gravado
             *     - `import.failed`: uma importação foi recusada depois de encontrada a empresa
             *     - `webhook.delivered`: uma entrega foi aceita pelo destino
             *     - `webhook.failed`: uma entrega falhou em todas as tentativas
             * @enum {string}
             */
            eventType:
              | 'reconciliation.created'
              | 'reconciliation.approved'
              | 'reconciliation.rejected'
              | 'import.completed'
              | 'import.failed'
              | 'webhook.delivered'
              | 'webhook.failed';
            /** @description Quantas tentativas foram feitas */
            attempts: number;
            /** @description A última resposta; nulo quando não houve */
            responseStatus: number | null;
          }
        | {
            /** @constant */
            test: true;
          };
    };
    WebhookComSegredo: {
      /**
       * Format: uuid
       * @description Identificador do webhook
       */
      id: string;
      /** @description Destino das entregas */
      url: string;
      /** @description Os tipos de evento que recebe */
      events: (
        | 'reconciliation.created'
        | 'reconciliation.approved'
        | 'reconciliation.rejected'
        | 'import.completed'
        | 'import.failed'
        | 'webhook.delivered'
        | 'webhook.failed'
      )[];
      /** @description O segredo que assina as entregas; mostrado uma única vez */
      secret: string;
      /**
       * @description Situação do webhook
       *
       *     - `ACTIVE`: as entregas são feitas
       *     - `INACTIVE`: nada é enviado; o que aconteceria é registrado como SKIPPED
       * @enum {string}
       */
      status: 'ACTIVE' | 'INACTIVE';
      /**
       * Format: date-time
       * @description Quando foi registrado (ISO 8601 em UTC)
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description Só em INACTIVE: desde quando
       */
      deactivatedAt?: string;
      /**
       * @description Só em INACTIVE: por quê
       *
       *     - `REQUESTED`: pedido do cliente
       *     - `EXHAUSTED`: três entregas seguidas esgotaram as tentativas
       *     - `GONE`: o destino respondeu 410
       * @enum {string}
       */
      deactivationReason?: 'REQUESTED' | 'EXHAUSTED' | 'GONE';
    };
    RespostaDeWebhookComSegredo: {
      /** @constant */
      success: true;
      data: components['schemas']['WebhookComSegredo'];
    };
    RegistroDeWebhook: {
      /**
       * Format: uri
       * @description Destino das entregas: https, sem usuário nem senha
       */
      url: string;
      /** @description Os tipos de evento que o webhook recebe */
      events: (
        | 'reconciliation.created'
        | 'reconciliation.approved'
        | 'reconciliation.rejected'
        | 'import.completed'
        | 'import.failed'
        | 'webhook.delivered'
        | 'webhook.failed'
      )[];
    };
    Webhook: {
      /**
       * Format: uuid
       * @description Identificador do webhook
       */
      id: string;
      /** @description Destino das entregas */
      url: string;
      /** @description Os tipos de evento que recebe */
      events: (
        | 'reconciliation.created'
        | 'reconciliation.approved'
        | 'reconciliation.rejected'
        | 'import.completed'
        | 'import.failed'
        | 'webhook.delivered'
        | 'webhook.failed'
      )[];
      /**
       * @description Situação do webhook
       *
       *     - `ACTIVE`: as entregas são feitas
       *     - `INACTIVE`: nada é enviado; o que aconteceria é registrado como SKIPPED
       * @enum {string}
       */
      status: 'ACTIVE' | 'INACTIVE';
      /**
       * Format: date-time
       * @description Quando foi registrado (ISO 8601 em UTC)
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description Só em INACTIVE: desde quando
       */
      deactivatedAt?: string;
      /**
       * @description Só em INACTIVE: por quê
       *
       *     - `REQUESTED`: pedido do cliente
       *     - `EXHAUSTED`: três entregas seguidas esgotaram as tentativas
       *     - `GONE`: o destino respondeu 410
       * @enum {string}
       */
      deactivationReason?: 'REQUESTED' | 'EXHAUSTED' | 'GONE';
    };
    PaginaDeWebhook: {
      data: components['schemas']['Webhook'][];
      pagination: components['schemas']['Paginacao'];
    };
    RespostaDeWebhook: {
      /** @constant */
      success: true;
      data: components['schemas']['Webhook'];
    };
    AlteracaoDeWebhook: {
      /**
       * Format: uri
       * @description Destino das entregas: https, sem usuário nem senha
       */
      url?: string;
      /** @description Os tipos de evento que o webhook recebe */
      events?: (
        | 'reconciliation.created'
        | 'reconciliation.approved'
        | 'reconciliation.rejected'
        | 'import.completed'
        | 'import.failed'
        | 'webhook.delivered'
        | 'webhook.failed'
      )[];
      /**
       * @description ACTIVE recomeça a contagem de falhas do zero; INACTIVE suspende as entregas
       *
       *     - `ACTIVE`: as entregas são feitas
       *     - `INACTIVE`: nada é enviado; o que aconteceria é registrado como SKIPPED
       * @enum {string}
       */
      status?: 'ACTIVE' | 'INACTIVE';
    };
    TrocaDeSegredo: {
      /**
       * @description true: o segredo anterior deixa de assinar já; senão ele ainda assina por 24 horas
       * @default false
       */
      immediate: boolean;
    };
    Entrega: {
      /**
       * Format: uuid
       * @description Identificador da entrega; vai no cabeçalho X-Service-Delivery-Id
       */
      deliveryId: string;
      /** @description Identificador do evento; o mesmo em toda entrega dele */
      eventId: string;
      /**
       * @description Tipo do evento
       *
       *     - `reconciliation.created`: uma conciliação foi criada na liberação do balancete
       *     - `reconciliation.approved`: uma conciliação foi aprovada
       *     - `reconciliation.rejected`: uma conciliação foi rejeitada
       *     - `import.completed`: um balancete, ou uma nova versão dele, foi gravado
       *     - `import.failed`: uma importação foi recusada depois de encontrada a empresa
       *     - `webhook.delivered`: uma entrega foi aceita pelo destino
       *     - `webhook.failed`: uma entrega falhou em todas as tentativas
       * @enum {string}
       */
      type:
        | 'reconciliation.created'
        | 'reconciliation.approved'
        | 'reconciliation.rejected'
        | 'import.completed'
        | 'import.failed'
        | 'webhook.delivered'
        | 'webhook.failed';
      /**
       * Format: date-time
       * @description Quando foi criada (ISO 8601 em UTC)
       */
      createdAt: string;
      /**
       * Format: uuid
       * @description O webhook que a recebe
       */
      webhookId: string;
      /** @description O destino, como na última tentativa */
      url: string;
      /**
       * @description Situação da entrega
       *
       *     - `PENDING`: ainda não tentada
       *     - `RETRYING`: espera a próxima tentativa
       *     - `DELIVERED`: aceita pelo destino
       *     - `FAILED`: falhou em todas as tentativas
       *     - `SKIPPED`: o webhook estava inativo
       *     - `CANCELLED`: o webhook foi excluído
       * @enum {string}
       */
      status: 'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'CANCELLED';
      /** @description Quantas tentativas foram feitas */
      attempts: number;
      /** @description Fim da última tentativa; nulo sem nenhuma */
      lastAttemptAt: string | null;
      /** @description Quando será a próxima; nulo quando não haverá */
      nextAttemptAt: string | null;
      /** @description O status que o destino respondeu por último; nulo sem resposta */
      responseStatus: number | null;
      /** @description Por que a última tentativa falhou; nulo se não falhou */
      error: string | null;
    };
    PaginaDeEntrega: {
      data: components['schemas']['Entrega'][];
      pagination: components['schemas']['Paginacao'];
    };
    EntregaComCorpo: {
      /**
       * Format: uuid
       * @description Identificador da entrega; vai no cabeçalho X-Service-Delivery-Id
       */
      deliveryId: string;
      /** @description Identificador do evento; o mesmo em toda entrega dele */
      eventId: string;
      /**
       * @description Tipo do evento
       *
       *     - `reconciliation.created`: uma conciliação foi criada na liberação do balancete
       *     - `reconciliation.approved`: uma conciliação foi aprovada
       *     - `reconciliation.rejected`: uma conciliação foi rejeitada
       *     - `import.completed`: um balancete, ou uma nova versão dele, foi gravado
       *     - `import.failed`: uma importação foi recusada depois de encontrada a empresa
       *     - `webhook.delivered`: uma entrega foi aceita pelo destino
       *     - `webhook.failed`: uma entrega falhou em todas as tentativas
       * @enum {string}
       */
      type:
        | 'reconciliation.created'
        | 'reconciliation.approved'
        | 'reconciliation.rejected'
        | 'import.completed'
        | 'import.failed'
        | 'webhook.delivered'
        | 'webhook.failed';
      /**
       * Format: date-time
       * @description Quando foi criada (ISO 8601 em UTC)
       */
      createdAt: string;
      /**
       * Format: uuid
       * @description O webhook que a recebe
       */
      webhookId: string;
      /** @description O destino, como na última tentativa */
      url: string;
      /**
       * @description Situação da entrega
       *
       *     - `PENDING`: ainda não tentada
       *     - `RETRYING`: espera a próxima tentativa
       *     - `DELIVERED`: aceita pelo destino
       *     - `FAILED`: falhou em todas as tentativas
       *     - `SKIPPED`: o webhook estava inativo
       *     - `CANCELLED`: o webhook foi excluído
       * @enum {string}
       */
      status: 'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'CANCELLED';
      /** @description Quantas tentativas foram feitas */
      attempts: number;
      /** @description Fim da última tentativa; nulo sem nenhuma */
      lastAttemptAt: string | null;
      /** @description Quando será a próxima; nulo quando não haverá */
      nextAttemptAt: string | null;
      /** @description O status que o destino respondeu por último; nulo sem resposta */
      responseStatus: number | null;
      /** @description Por que a última tentativa falhou; nulo se não falhou */
      error: string | null;
      /** @description O corpo enviado, com id, type, createdAt e data; nulo depois de 30 dias, quando não é mais guardado */
      payload: {
        [key: string]: unknown;
      } | null;
    };
    RespostaDeEntregaComCorpo: {
      /** @constant */
      success: true;
      data: components['schemas']['EntregaComCorpo'];
    };
    Contagem: {
      /** @description Quantas entregas (no máximo 100.000) */
      count: number;
    };
    RespostaDeContagem: {
      /** @constant */
      success: true;
      data: components['schemas']['Contagem'];
    };
    EntregaDeTeste: {
      /**
       * Format: uuid
       * @description A entrega de teste
       */
      deliveryId: string;
      /** @description O evento de teste */
      eventId: string;
    };
    RespostaDeEntregaDeTeste: {
      /** @constant */
      success: true;
      data: components['schemas']['EntregaDeTeste'];
    };
    Teste: {
      /** @description Um dos tipos do webhook; sem o campo: o primeiro */
      type?:
        | (
            | 'reconciliation.created'
            | 'reconciliation.approved'
            | 'reconciliation.rejected'
            | 'import.completed'
            | 'import.failed'
            | 'webhook.delivered'
            | 'webhook.failed'
          )
        | null;
    };
    Reenvio: {
      /**
       * Format: date-time
       * @description Início da janela, pelo momento do evento
       */
      since: string;
      /**
       * Format: date-time
       * @description Fim da janela, inclusive
       */
      until: string;
      /** @description Só estes tipos; sem o campo: todos os que o webhook recebe */
      types?: (
        | 'reconciliation.created'
        | 'reconciliation.approved'
        | 'reconciliation.rejected'
        | 'import.completed'
        | 'import.failed'
        | 'webhook.delivered'
        | 'webhook.failed'
      )[];
      /**
       * @description true: também o que já foi entregue
       * @default false
       */
      all: boolean;
      /**
       * @description true: só conta
       * @default false
       */
      dryRun: boolean;
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
    /** @description Quando o minuto, que começou na primeira chamada, termina, em segundos Unix; vem quando a chave foi aceita */
    'X-RateLimit-Reset': number;
    /** @description Segundos a esperar antes de tentar de novo */
    'Retry-After': number;
    /** @description Validador fraco desta página; envie-o em If-None-Match para receber 304 enquanto nada mudar */
    ETag: string;
    /** @description O valor de updatedSince da próxima leitura: nenhuma linha se perde, e uma que já veio pode vir de novo */
    'X-Updated-Until': string;
    /** @description Só em CSV e XLSX: total de linhas da lista */
    'X-Total-Count': number;
    /** @description Só em CSV e XLSX: total de páginas da lista */
    'X-Total-Pages': number;
    /** @description Só em CSV e XLSX: o nome do arquivo */
    'Content-Disposition': string;
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
  listarWebhooks: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das linhas: asc, da primeira à última; desc, da última à primeira
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
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
      /** @description Uma página de webhooks */
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
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeWebhook'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
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
  registrarWebhook: {
    parameters: {
      query?: never;
      header: {
        /** @description Um UUID por intenção: a mesma chave com o mesmo corpo dá a mesma resposta por 24 horas */
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://erp.exemplo.com.br/webhooks",
         *       "events": [
         *         "import.completed",
         *         "reconciliation.approved"
         *       ]
         *     }
         */
        'application/json': components['schemas']['RegistroDeWebhook'];
      };
    };
    responses: {
      /** @description Registrado; com o cabeçalho Idempotent-Replayed: true quando a chave já fez este registro */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeWebhookComSegredo'];
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
      /** @description A chave não tem o escopo de um dos tipos de evento */
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
      /** @description Limite de webhooks atingido ou outra chamada igual em andamento */
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
      /** @description A chave de idempotência já foi usada com outro conteúdo */
      422: {
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
  consultarWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identificador do webhook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description O webhook */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeWebhook'];
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
  excluirWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identificador do webhook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Excluído */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
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
  alterarWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identificador do webhook */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "events": [
         *         "import.completed",
         *         "import.failed"
         *       ],
         *       "status": "ACTIVE"
         *     }
         */
        'application/json': components['schemas']['AlteracaoDeWebhook'];
      };
    };
    responses: {
      /** @description O webhook como ficou */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeWebhook'];
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
      /** @description A chave não tem o escopo de um dos tipos de evento */
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
  trocarSegredo: {
    parameters: {
      query?: never;
      header?: {
        /** @description Um UUID por intenção: a mesma chave com o mesmo corpo dá a mesma resposta por 24 horas */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Identificador do webhook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "immediate": false
         *     }
         */
        'application/json': components['schemas']['TrocaDeSegredo'];
      };
    };
    responses: {
      /** @description O webhook com o segredo novo; sem immediate o anterior ainda assina por 24 horas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeWebhookComSegredo'];
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
      /** @description Limite de webhooks atingido ou outra chamada igual em andamento */
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
      /** @description A chave de idempotência já foi usada com outro conteúdo */
      422: {
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
  listarEntregas: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das entregas: desc, a mais nova primeiro; asc, a mais antiga primeiro
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
        /** @description Só as entregas deste webhook */
        webhookId?: string;
        /**
         * @description Só as deste tipo de evento
         *
         *     - `reconciliation.created`: uma conciliação foi criada na liberação do balancete
         *     - `reconciliation.approved`: uma conciliação foi aprovada
         *     - `reconciliation.rejected`: uma conciliação foi rejeitada
         *     - `import.completed`: um balancete, ou uma nova versão dele, foi gravado
         *     - `import.failed`: uma importação foi recusada depois de encontrada a empresa
         *     - `webhook.delivered`: uma entrega foi aceita pelo destino
         *     - `webhook.failed`: uma entrega falhou em todas as tentativas
         */
        type?:
          | 'reconciliation.created'
          | 'reconciliation.approved'
          | 'reconciliation.rejected'
          | 'import.completed'
          | 'import.failed'
          | 'webhook.delivered'
          | 'webhook.failed';
        /**
         * @description Só as nesta situação
         *
         *     - `PENDING`: ainda não tentada
         *     - `RETRYING`: espera a próxima tentativa
         *     - `DELIVERED`: aceita pelo destino
         *     - `FAILED`: falhou em todas as tentativas
         *     - `SKIPPED`: o webhook estava inativo
         *     - `CANCELLED`: o webhook foi excluído
         */
        status?: 'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'CANCELLED';
        /** @description Só as criadas a partir deste momento */
        from?: string;
        /** @description Só as criadas até este momento */
        to?: string;
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
      /** @description Uma página de entregas */
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
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeEntrega'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
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
  lerEntrega: {
    parameters: {
      query?: never;
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a linha for a mesma */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Identificador da entrega */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A linha */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeEntregaComCorpo'];
        };
      };
      /** @description A linha é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
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
  reenviarEntrega: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identificador da entrega */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Agendada; 0 quando o webhook não recebe mais o tipo ou o conteúdo não é mais guardado */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeContagem'];
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
      /** @description Limite de webhooks atingido ou outra chamada igual em andamento */
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
  testarWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identificador do webhook */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "type": "import.completed"
         *     }
         */
        'application/json': components['schemas']['Teste'];
      };
    };
    responses: {
      /** @description Agendada; não conta para nada */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeEntregaDeTeste'];
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
  reenviarJanela: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identificador do webhook */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-09-01T00:00:00Z",
         *       "until": "2026-09-02T23:59:59Z",
         *       "types": [
         *         "import.completed"
         *       ],
         *       "dryRun": true
         *     }
         */
        'application/json': components['schemas']['Reenvio'];
      };
    };
    responses: {
      /** @description Com dryRun: quantas seriam */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeContagem'];
        };
      };
      /** @description Agendadas */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeContagem'];
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
      /** @description Limite de webhooks atingido ou outra chamada igual em andamento */
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
  'reconciliation.created': {
    parameters: {
      query?: never;
      header: {
        /** @description O tipo do evento */
        'X-Service-Event': 'reconciliation.created';
        /** @description sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave */
        'X-Service-Signature': string;
        /** @description Durante a troca do segredo: a mesma assinatura com o segredo novo */
        'X-Service-Signature-Next'?: string;
        /** @description Identificador da entrega; o mesmo em cada tentativa */
        'X-Service-Delivery-Id': string;
        /** @description Identificador do evento (Standard Webhooks) */
        'webhook-id': string;
        /** @description Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks) */
        'webhook-timestamp': string;
        /** @description v1, e a assinatura em base64; duas durante a troca (Standard Webhooks) */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *       "type": "reconciliation.created",
         *       "createdAt": "2026-09-02T12:00:00.000Z",
         *       "data": {
         *         "reconciliationId": "0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f",
         *         "accountCode": "1.1.01",
         *         "accountName": "Caixa",
         *         "period": "2026-08",
         *         "status": "not_started",
         *         "bookBalance": 1300.25,
         *         "dueAt": "2026-09-09T02:59:59.999Z",
         *         "companyId": 1,
         *         "cnpj": "11222333000181",
         *         "id": 3
         *       }
         *     }
         */
        'application/json': components['schemas']['EventoReconciliationCreated'];
      };
    };
    responses: {
      /** @description Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'reconciliation.approved': {
    parameters: {
      query?: never;
      header: {
        /** @description O tipo do evento */
        'X-Service-Event': 'reconciliation.approved';
        /** @description sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave */
        'X-Service-Signature': string;
        /** @description Durante a troca do segredo: a mesma assinatura com o segredo novo */
        'X-Service-Signature-Next'?: string;
        /** @description Identificador da entrega; o mesmo em cada tentativa */
        'X-Service-Delivery-Id': string;
        /** @description Identificador do evento (Standard Webhooks) */
        'webhook-id': string;
        /** @description Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks) */
        'webhook-timestamp': string;
        /** @description v1, e a assinatura em base64; duas durante a troca (Standard Webhooks) */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *       "type": "reconciliation.approved",
         *       "createdAt": "2026-09-02T12:00:00.000Z",
         *       "data": {
         *         "reconciliationId": "0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f",
         *         "accountCode": "1.1.01",
         *         "accountName": "Caixa",
         *         "period": "2026-08",
         *         "status": "approved",
         *         "approvedBy": "Ana Souza",
         *         "approvedAt": "2026-09-05T14:30:00.000Z",
         *         "companyId": 1,
         *         "cnpj": "11222333000181",
         *         "id": 3
         *       }
         *     }
         */
        'application/json': components['schemas']['EventoReconciliationApproved'];
      };
    };
    responses: {
      /** @description Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'reconciliation.rejected': {
    parameters: {
      query?: never;
      header: {
        /** @description O tipo do evento */
        'X-Service-Event': 'reconciliation.rejected';
        /** @description sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave */
        'X-Service-Signature': string;
        /** @description Durante a troca do segredo: a mesma assinatura com o segredo novo */
        'X-Service-Signature-Next'?: string;
        /** @description Identificador da entrega; o mesmo em cada tentativa */
        'X-Service-Delivery-Id': string;
        /** @description Identificador do evento (Standard Webhooks) */
        'webhook-id': string;
        /** @description Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks) */
        'webhook-timestamp': string;
        /** @description v1, e a assinatura em base64; duas durante a troca (Standard Webhooks) */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *       "type": "reconciliation.rejected",
         *       "createdAt": "2026-09-02T12:00:00.000Z",
         *       "data": {
         *         "reconciliationId": "0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f",
         *         "accountCode": "1.1.01",
         *         "accountName": "Caixa",
         *         "period": "2026-08",
         *         "status": "rejected",
         *         "rejectedBy": "Ana Souza",
         *         "rejectedAt": "2026-09-05T14:30:00.000Z",
         *         "reason": "Falta o extrato de agosto",
         *         "companyId": 1,
         *         "cnpj": "11222333000181",
         *         "id": 3
         *       }
         *     }
         */
        'application/json': components['schemas']['EventoReconciliationRejected'];
      };
    };
    responses: {
      /** @description Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'import.completed': {
    parameters: {
      query?: never;
      header: {
        /** @description O tipo do evento */
        'X-Service-Event': 'import.completed';
        /** @description sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave */
        'X-Service-Signature': string;
        /** @description Durante a troca do segredo: a mesma assinatura com o segredo novo */
        'X-Service-Signature-Next'?: string;
        /** @description Identificador da entrega; o mesmo em cada tentativa */
        'X-Service-Delivery-Id': string;
        /** @description Identificador do evento (Standard Webhooks) */
        'webhook-id': string;
        /** @description Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks) */
        'webhook-timestamp': string;
        /** @description v1, e a assinatura em base64; duas durante a troca (Standard Webhooks) */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *       "type": "import.completed",
         *       "createdAt": "2026-09-02T12:00:00.000Z",
         *       "data": {
         *         "trialBalanceId": 7,
         *         "companyId": 1,
         *         "cnpj": "11222333000181",
         *         "period": "2026-08",
         *         "version": 1,
         *         "chartName": "Plano Geral",
         *         "linesSent": 120,
         *         "linesImported": 118,
         *         "importedBy": "ERP",
         *         "importedAt": "2026-09-02T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['EventoImportCompleted'];
      };
    };
    responses: {
      /** @description Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'import.failed': {
    parameters: {
      query?: never;
      header: {
        /** @description O tipo do evento */
        'X-Service-Event': 'import.failed';
        /** @description sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave */
        'X-Service-Signature': string;
        /** @description Durante a troca do segredo: a mesma assinatura com o segredo novo */
        'X-Service-Signature-Next'?: string;
        /** @description Identificador da entrega; o mesmo em cada tentativa */
        'X-Service-Delivery-Id': string;
        /** @description Identificador do evento (Standard Webhooks) */
        'webhook-id': string;
        /** @description Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks) */
        'webhook-timestamp': string;
        /** @description v1, e a assinatura em base64; duas durante a troca (Standard Webhooks) */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *       "type": "import.failed",
         *       "createdAt": "2026-09-02T12:00:00.000Z",
         *       "data": {
         *         "companyId": 1,
         *         "cnpj": "11222333000181",
         *         "period": "2026-08",
         *         "code": "COMPETENCE_CLOSED",
         *         "error": "A competência 08/2026 está fechada e não aceita novas importações",
         *         "requestId": "3f0a1b52-7c1e-4a58-9a2c-0f5d6f7a8b90",
         *         "importedBy": "ERP"
         *       }
         *     }
         */
        'application/json': components['schemas']['EventoImportFailed'];
      };
    };
    responses: {
      /** @description Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'webhook.delivered': {
    parameters: {
      query?: never;
      header: {
        /** @description O tipo do evento */
        'X-Service-Event': 'webhook.delivered';
        /** @description sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave */
        'X-Service-Signature': string;
        /** @description Durante a troca do segredo: a mesma assinatura com o segredo novo */
        'X-Service-Signature-Next'?: string;
        /** @description Identificador da entrega; o mesmo em cada tentativa */
        'X-Service-Delivery-Id': string;
        /** @description Identificador do evento (Standard Webhooks) */
        'webhook-id': string;
        /** @description Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks) */
        'webhook-timestamp': string;
        /** @description v1, e a assinatura em base64; duas durante a troca (Standard Webhooks) */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *       "type": "webhook.delivered",
         *       "createdAt": "2026-09-02T12:00:00.000Z",
         *       "data": {
         *         "deliveryId": "2a4e6c80-1b3d-5f70-9a2c-4e6f80a1c3e5",
         *         "webhookId": "7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f",
         *         "eventId": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *         "eventType": "import.completed",
         *         "attempts": 1,
         *         "responseStatus": 200
         *       }
         *     }
         */
        'application/json': components['schemas']['EventoWebhookDelivered'];
      };
    };
    responses: {
      /** @description Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'webhook.failed': {
    parameters: {
      query?: never;
      header: {
        /** @description O tipo do evento */
        'X-Service-Event': 'webhook.failed';
        /** @description sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave */
        'X-Service-Signature': string;
        /** @description Durante a troca do segredo: a mesma assinatura com o segredo novo */
        'X-Service-Signature-Next'?: string;
        /** @description Identificador da entrega; o mesmo em cada tentativa */
        'X-Service-Delivery-Id': string;
        /** @description Identificador do evento (Standard Webhooks) */
        'webhook-id': string;
        /** @description Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks) */
        'webhook-timestamp': string;
        /** @description v1, e a assinatura em base64; duas durante a troca (Standard Webhooks) */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *       "type": "webhook.failed",
         *       "createdAt": "2026-09-02T12:00:00.000Z",
         *       "data": {
         *         "deliveryId": "2a4e6c80-1b3d-5f70-9a2c-4e6f80a1c3e5",
         *         "webhookId": "7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f",
         *         "eventId": "evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d",
         *         "eventType": "import.completed",
         *         "attempts": 5,
         *         "responseStatus": null
         *       }
         *     }
         */
        'application/json': components['schemas']['EventoWebhookFailed'];
      };
    };
    responses: {
      /** @description Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
