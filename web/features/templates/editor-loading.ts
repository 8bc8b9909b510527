import { ApiProblem } from '../../api.ts'
import type { Template } from './template-wording-dialog.tsx'

/** A template to change, or null where it could not be loaded; somebody whose session has ended signs in first. */
export async function loadForEditing(load: () => Promise<Template>): Promise<Template | null> {
  try {
    return await load()
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code === 'unauthenticated') throw problem
    console.error(problem)
    return null
  }
}
