// A gauge that is read when it is scraped.
import { Gauge, type Registry } from 'prom-client';

/** @param value null: no value at the moment, and no sample */
export function scrapedGauge(
  registry: Registry,
  name: string,
  help: string,
  value: () => number | null | Promise<number | null>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const found = await value();
      if (found === null) this.remove();
      else this.set(found);
    },
  });
}

/** Shares a call in progress, so that several gauges of one scrape read once. */
export function askedOnce<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | null = null;
  return () => (asked ??= ask().finally(() => (asked = null)));
}
