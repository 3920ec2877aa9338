// Deliveries of the last 24 hours as bars, one an hour: delivered, and failed on top.
import { Chart } from '../../design/Chart.js';
import type { Hour } from './query.js';

export function Bars({ hours }: Readonly<{ hours: readonly Hour[] }>) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const counts = `${delivered} ${delivered === 1 ? 'entregue' : 'entregues'}, ${failed} sem sucesso`;
  return (
    <Chart
      label={`Últimas 24 horas: ${counts}`}
      bars={hours.map((hour) => ({ values: { done: hour.delivered, bad: hour.failed } }))}
      parts={['done', 'bad']}
      most={most}
      step={8}
      height={36}
    >
      <figcaption>{counts}</figcaption>
    </Chart>
  );
}
