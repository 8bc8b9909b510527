type Block = { kind: 'heading' | 'text'; text: string } | { kind: 'list'; points: string[] }

/** Headings, lists and paragraphs: all that a policy is written in. */
const parseBlocks = (text: string): Block[] =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part): Block => {
      const lines = part.split('\n')
      if (part.startsWith('## ') && lines.length === 1) return { kind: 'heading', text: part.slice(3) }
      if (lines.every((line) => line.startsWith('- ')))
        return { kind: 'list', points: lines.map((line) => line.slice(2)) }
      return { kind: 'text', text: part }
    })

/** The wording of a policy. */
export const PolicyText = ({ text }: { text: string }) => (
  <div className="max-w-prose space-y-3 wrap-anywhere">
    {parseBlocks(text).map((block, at) => {
      if (block.kind === 'heading')
        return (
          <h3 key={at} dir="auto" className="pt-2">
            {block.text}
          </h3>
        )
      if (block.kind === 'list')
        return (
          <ul key={at} className="list-disc space-y-1 ps-5">
            {block.points.map((point, place) => (
              <li key={place} dir="auto">
                {point}
              </li>
            ))}
          </ul>
        )
      return (
        <p key={at} dir="auto" className="whitespace-pre-line">
          {block.text}
        </p>
      )
    })}
  </div>
)
