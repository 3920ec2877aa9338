// Bars of parts on top of each other, with a line over them: SVG with classes, as the policy refuses styles.
import { scaleBand, scaleLinear } from 'd3-scale';
import { line, stack } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import { wholeNumber } from '../../messages/formats.js';

/** `values`: by the name of its part. `line`, `ideal`: how high the lines are; null where there is none. */
type Bar = Readonly<{
  values: Readonly<Record<string, number>>;
  line?: number | null;
  ideal?: number | null;
}>;

/** What is around the bars of a chart that is read number by number. */
type Axes = Readonly<{
  labels: readonly string[];
  here: number;
  ticks: readonly number[];
  /** Bars with a line after them. */
  marks: readonly number[];
  below: string;
}>;

type PlotProps = Readonly<{
  label: string;
  bars: readonly Bar[];
  /** Parts from below, by their tones; "" for one that is not drawn, as below a step of a waterfall. */
  parts: readonly string[];
  most: number;
  step: number;
  height: number;
  /** Under each bar, without axes. */
  labels?: readonly string[];
  axes?: Axes;
}>;

type Props = PlotProps &
  Readonly<{
    id?: string;
    /** Below it: keys, and the same numbers as a table. */
    children: ComponentChildren;
  }>;

const GAP = 0.25;
/** The least width of a label under a bar. */
const LABEL_WIDTH = 30;
const LABEL_HEIGHT = 20;
/** The width of the smallest phone, without the margins of a page. */
const PHONE_WIDTH = 328;
/** Room around a plot with axes; on the left for numbers of six figures. */
const LEFT = 60;
const TOP = 12;
const RIGHT = 12;
const BELOW = 36;
/** Of a mark. */
const DASHES = '4 3';
/** The least height of a part above zero, so that it is visible. */
const LEAST = 2;

/** With axes it is as wide as the page, on phones too, where a plot of its own has fewer labels. */
export function Chart({ id, children, ...plot }: Props) {
  const narrow = Math.floor((PHONE_WIDTH - LEFT - RIGHT) / Math.max(plot.bars.length, 1));
  return (
    <figure class={plot.axes === undefined ? 'chart' : 'chart fit'} id={id}>
      <Plot {...plot} />
      {plot.axes !== undefined && <Plot {...plot} step={narrow} look="phone" />}
      {children}
    </figure>
  );
}

function Plot({ label, bars, parts, most, step, height, labels = [], axes, look }: PlotProps & { look?: string }) {
  const under = labels.length > 0 ? LABEL_HEIGHT : 0;
  const [left, top, right, below] = axes === undefined ? [0, 0, 0, under] : [LEFT, TOP, RIGHT, BELOW];
  const width = left + bars.length * step;
  const x = scaleBand<number>([...bars.keys()], [left, width - GAP * step]).paddingInner(GAP);
  const y = scaleLinear([0, most], [top + height, top]);
  const middle = (at: number): number => (x(at) ?? 0) + x.bandwidth() / 2;
  const stacked = stack<Bar>()
    .keys(parts)
    .value(({ values }, part) => values[part] ?? 0)([...bars]);
  const lineOf = (which: 'line' | 'ideal'): string =>
    line<Bar>(
      (_, at) => middle(at),
      (bar) => y(bar[which] ?? 0),
    ).defined((bar) => typeof bar[which] === 'number')([...bars]) ?? '';
  return (
    <svg
      class={look}
      viewBox={`0 0 ${width + right} ${top + height + below}`}
      width={width + right}
      height={top + height + below}
      role="img"
      aria-label={label}
      font-size={12}
      text-anchor="middle"
    >
      {axes === undefined ? (
        <line class="grid" x2={width} y1={height} y2={height} />
      ) : (
        <Around axes={axes} width={width} y={y} middle={middle} step={step} end={(at) => middle(at) + step / 2} />
      )}
      {stacked.map((part) =>
        part.map(([from, to], at) => {
          const tall = to === from ? 0 : Math.max(LEAST, Math.round(y(from) - y(to)));
          const upper = Math.max(top, Math.round(y(from)) - tall);
          return tall === 0 || part.key === '' ? null : (
            <rect class={part.key} x={x(at)} y={upper} width={x.bandwidth()} height={tall} />
          );
        }),
      )}
      {labels.map((text, at) => (
        <text x={middle(at)} y={height + LABEL_HEIGHT - 4}>
          {text}
        </text>
      ))}
      <path class="ideal" fill="none" d={lineOf('ideal')} />
      <path class="line" fill="none" d={lineOf('line')} />
    </svg>
  );
}

type AroundProps = Readonly<{
  axes: Axes;
  width: number;
  y(value: number): number;
  step: number;
  middle(at: number): number;
  end(at: number): number;
}>;

function Around({ axes: { labels, here, ticks, marks, below }, width, y, step, middle, end }: AroundProps) {
  const ground = y(0);
  const every = Math.ceil(LABEL_WIDTH / step);
  return (
    <>
      {ticks.map((value) => (
        <g>
          <line class="grid" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text text-anchor="end" x={LEFT - 6} y={y(value) + 4}>
            {wholeNumber(value)}
          </text>
        </g>
      ))}
      {labels.map((text, at) => (
        <text font-weight={at === here ? 600 : undefined} x={middle(at)} y={ground + 16}>
          {at % every === 0 ? text : ''}
        </text>
      ))}
      {marks.map((at) => (
        <line class="mark" stroke-dasharray={DASHES} x1={end(at)} x2={end(at)} y1={TOP} y2={ground} />
      ))}
      <text x={(LEFT + width) / 2} y={ground + 32}>
        {below}
      </text>
    </>
  );
}

type Point = readonly [monthsAgo: number, value: number];
type SparklineProps = Readonly<{
  /** Ascending, up to now; those between that are missing are passed over. */
  points: readonly Point[];
  label: string;
}>;

/** Pixels of a sparkline: whole numbers, as a page has a hundred of them. */
const MONTH = 5;
const SPARK_HEIGHT = 20;
/** Room for the dot at the end. */
const MARGIN = 2;
const SPARK_WIDTH = 11 * MONTH + 2 * MARGIN;

/** A year in a cell of a table: nothing of fewer than two months. It ends at the same place in every row. */
export function Sparkline({ points, label }: SparklineProps) {
  const last = points.at(-1);
  if (last === undefined || points.length < 2) return null;
  const values = points.map(([, value]) => value);
  const least = Math.min(...values);
  const most = Math.max(...values);
  const ends = least === most ? [SPARK_HEIGHT / 2, SPARK_HEIGHT / 2] : [SPARK_HEIGHT - MARGIN, MARGIN];
  const y = scaleLinear().domain([least, most]).rangeRound(ends);
  const x = (monthsAgo: number): number => SPARK_WIDTH - MARGIN - MONTH * monthsAgo;
  const path = line<Point>(
    ([monthsAgo]) => x(monthsAgo),
    ([, value]) => y(value),
  );
  return (
    <svg class="muted" width={SPARK_WIDTH} height={SPARK_HEIGHT} role="img" aria-label={label}>
      <path fill="none" stroke="currentColor" stroke-width="1.5" d={path([...points]) ?? ''} />
      <circle cx={x(last[0])} cy={y(last[1])} r="2" fill="currentColor" />
    </svg>
  );
}

/** What a look in a chart means: attributes of its square, or a kind of line. */
export function Key({
  look,
  children,
}: Readonly<{ look: object | 'line' | 'ideal' | 'mark'; children: ComponentChildren }>) {
  return (
    <span class="chart">
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        {typeof look === 'string' ? (
          <line class={look} stroke-dasharray={look === 'mark' ? DASHES : undefined} x2="12" y1="6" y2="6" />
        ) : (
          <rect {...look} y="1" width="10" height="10" />
        )}
      </svg>
      {children}
    </span>
  );
}
