// Deliveries of the last 24 hours as bars, one an hour: delivered, and failed on top.
import type { Hour } from './query.js';

const [WIDTH, HEIGHT, STEP] = [192, 36, 8];

export function Bars({ hours }: Readonly<{ hours: readonly Hour[] }>) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const counts = `${delivered} ${delivered === 1 ? 'entregue' : 'entregues'}, ${failed} sem sucesso`;
  const text = `Últimas 24 horas: ${counts}`;
  const scaled = (count: number): number => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * HEIGHT)));
  return (
    <figure class="bars">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={text}>
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} class="bars-ground" />
        {hours.map((hour, index) => {
          const [good, bad] = [scaled(hour.delivered), scaled(hour.failed)];
          const x = index * STEP;
          return (
            <g>
              {good > 0 && <rect class="bar-good" x={x} y={HEIGHT - good} width={STEP - 2} height={good} />}
              {bad > 0 && (
                <rect class="bar-bad" x={x} y={Math.max(0, HEIGHT - good - bad)} width={STEP - 2} height={bad} />
              )}
            </g>
          );
        })}
      </svg>
      <figcaption class="small">{counts}</figcaption>
    </figure>
  );
}
