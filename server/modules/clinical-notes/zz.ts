import shorthand from '../../../build/content/shorthand.json' with { type: 'json' }
import { makeNoteReader } from './note-reading.ts'
const read = makeNoteReader(shorthand as any)
for (const n of process.argv.slice(2)) {
  const r = read(n)
  console.log('##', n)
  console.log(
    JSON.stringify({
      p: r.proposals.map((p) => [p.subtype ?? p.says, p.teeth.join(' '), p.area, p.isDoubted, p.why]),
      d: r.diagnoses.map((d) => d.says + (d.isSure ? '' : '?')),
      f: r.facts.map((f) => [f.factor, f.answer, f.fields, f.teeth.join(' ')]),
      c: r.conflicts.map((c) => c.message),
      a: r.aside.map((a) => [a.words, a.why]),
      u: r.unknown.map((u) => u.words),
      $: r.price?.text,
      v: r.visits?.text,
      corr: r.corrections.map((c) => c.written + '>' + c.readAs),
    }),
  )
}
