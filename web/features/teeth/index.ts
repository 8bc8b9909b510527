export { AreaChoice } from './area-choice.tsx'
export { dentitionAt, type Dentition } from './tooth-chart-rows.ts'
export { ToothChart } from './tooth-chart.tsx'
export { sidesOf, teethInBrief, toothFullName } from './tooth-words.ts'
