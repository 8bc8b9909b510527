export { bundleMaker } from './evidence-making.ts'
