import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { ReactNode } from 'react';
import { useIsNarrow } from '../state/narrow';
import { getSeriesColour, type ChartData } from './chart-frame';

/** Units of the drawing are about pixels, so that its texts are readable on narrow screens too. */
const sizes = {
  wide: { width: 800, height: 220, labelsMax: 8 },
  narrow: { width: 320, height: 200, labelsMax: 3 },
};
const margin = { top: 8, right: 8, bottom: 24 };
const characterWidth = 6.5;
const barWidthMax = 48;

/** Stacked bars over time, drawn as SVG; the frame offers the same figures as a table. */
export function BarChart({
  data,
  formatValue,
  title,
}: {
  readonly title: string;
  readonly data: ChartData;
  readonly formatValue: (value: number) => string;
}): ReactNode {
  const { labels, series } = data;
  const { height, labelsMax, width } = useIsNarrow() ? sizes.narrow : sizes.wide;
  const sums = labels.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const y = scaleLinear()
    .domain([0, Math.max(...sums, Number.MIN_VALUE)])
    .nice(4)
    .range([height - margin.bottom, margin.top]);
  const ticks = y.ticks(4);
  const left = 16 + characterWidth * Math.max(...ticks.map((tick) => formatValue(tick).length));
  const x = scaleBand<number>()
    .domain(labels.map((_, index) => index))
    .range([left, width - margin.right])
    .padding(0.2);
  const barWidth = Math.min(x.bandwidth(), barWidthMax);
  const findMiddle = (index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((bucket, index) => series[index]?.values[bucket] ?? 0)(labels.map((_, index) => index));
  const step = Math.ceil(labels.length / labelsMax);
  return (
    <svg role="img" aria-label={title} viewBox={`0 0 ${width} ${height}`} className="w-full h-auto">
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={left} x2={width - margin.right} stroke="var(--color-line)" />
          <text x={left - 8} dy="0.32em" textAnchor="end" fontSize={11} fill="var(--color-muted)">
            {formatValue(tick)}
          </text>
        </g>
      ))}
      {layers.map((layer) =>
        layer.map(([low, high], index) => (
          <rect
            key={`${layer.key}-${index}`}
            x={findMiddle(index) - barWidth / 2}
            y={y(high)}
            width={barWidth}
            height={y(low) - y(high)}
            fill={getSeriesColour(layer.key)}
          >
            <title>{`${series[layer.key]?.name ?? ''}, ${labels[index] ?? ''}: ${formatValue(high - low)}`}</title>
          </rect>
        )),
      )}
      {labels.map(
        (label, index) =>
          index % step === 0 && (
            <text
              key={index}
              x={findMiddle(index)}
              y={height - 8}
              textAnchor="middle"
              fontSize={11}
              fill="var(--color-muted)"
            >
              {label}
            </text>
          ),
      )}
    </svg>
  );
}
