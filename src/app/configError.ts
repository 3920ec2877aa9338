// A wrong configuration. Apart from `config.ts`, so that a thread with stores loads no schema library.

/** Exit status of a start with a wrong configuration (docs/spec/configuration.md#start). */
export const EXIT_BAD_CONFIG = 78;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** @param problems one line each, in Portuguese */
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
