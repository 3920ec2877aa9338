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
