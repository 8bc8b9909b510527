import { useEffect, useState } from 'react'
import type { BuiltInWording } from './template-editor-rules.ts'

const texts = import.meta.glob<BuiltInWording>('../../../build/content/library/*.json', { import: 'default' })

/** The text that comes with the product for a treatment subtype. The library is large: only that one is fetched. */
async function builtInWording(treatmentSubtype: string): Promise<BuiltInWording | null> {
  const { default: index } = await import('../../../build/content/library-index.json')
  const id = Object.entries(index).find(([subtype]) => subtype === treatmentSubtype)?.[1]
  const read = id && texts[`../../../build/content/library/${id}.json`]
  return read ? read() : null
}

type Found = { treatmentSubtype: string; wording: BuiltInWording | null }

/** The built-in text of the chosen subtype; null while there is none, or none yet. */
export function useBuiltInWording(treatmentSubtype: string): BuiltInWording | null {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (treatmentSubtype === '') return
    let isActive = true
    builtInWording(treatmentSubtype).then(
      (wording) => isActive && setFound({ treatmentSubtype, wording }),
      // Without the library there is nothing to fill in; everything else works.
      (problem: unknown) => console.error(problem),
    )
    return () => {
      isActive = false
    }
  }, [treatmentSubtype])
  return found?.treatmentSubtype === treatmentSubtype ? found.wording : null
}
