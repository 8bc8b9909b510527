import { useEffect, useState } from 'react'
import type { BuiltInWording } from './template-editor-rules.ts'

/** The text that comes with the product for a treatment subtype. The library is large, so it is fetched when it is asked. */
async function builtInWording(treatmentSubtype: string): Promise<BuiltInWording | null> {
  const { default: library } = await import('../../../build/content/templates.json')
  const templates = library as readonly (BuiltInWording & { treatmentSubtype: string })[]
  return templates.find((template) => template.treatmentSubtype === treatmentSubtype) ?? null
}

type Found = { treatmentSubtype: string; wording: BuiltInWording | null }

/** The built-in text of the chosen subtype; null while there is none, or none yet. */
export function useBuiltInWording(treatmentSubtype: string): BuiltInWording | null {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (treatmentSubtype === '') return
    let wanted = true
    builtInWording(treatmentSubtype).then(
      (wording) => wanted && setFound({ treatmentSubtype, wording }),
      // Without the library there is nothing to fill in; everything else works.
      (problem: unknown) => console.error(problem),
    )
    return () => {
      wanted = false
    }
  }, [treatmentSubtype])
  return found?.treatmentSubtype === treatmentSubtype ? found.wording : null
}
