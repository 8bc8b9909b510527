import factors from '../../../build/content/patient-factors.json'
import treatments from '../../../build/content/treatments.json'

/** What the shipped library holds, counted and never written down: one template for each subtype. */
const types = [...treatments.builtIn, ...treatments.supplementary]
const counts: Record<string, number> = {
  templates: types.reduce((sum, { subtypes }) => sum + subtypes.length, 0),
  types: types.length,
  rules: factors.rules.length,
  factors: factors.factors.length,
}

/** Words with `{templates}`, `{types}`, `{rules}` and `{factors}` filled in. */
export const fillCounts = (words: string): string =>
  words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(counts[name] ?? whole))
