import { ApiError } from '../../api.ts'

/** A template to change, or null where it could not be loaded; somebody whose session has ended signs in first. */
export async function loadForEditing<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load()
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.code === 'unauthenticated') throw problem
    console.error(problem)
    return null
  }
}

/** Whether the address asks for newer wording of what the template was copied from. */
export const hasOfferParam = (url: string): boolean => new URL(url).searchParams.has('offer')
