/**
 * Writes `build/trial/`: the form that anybody may try, in each language that its wording is in, and what its events are
 * called. Made by the functions that freeze every form, so that it says what they say.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trialWords } from './trial-words.ts'
import { buildTrialForm, trialLanguages } from './trial-form.ts'

const target = join(import.meta.dirname, '../../build/trial')
mkdirSync(target, { recursive: true })
for (const language of ['en', ...trialLanguages] as const)
  writeFileSync(join(target, `form.${language}.json`), JSON.stringify(buildTrialForm(language)))
writeFileSync(join(target, 'words.json'), JSON.stringify(trialWords))
