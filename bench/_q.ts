import { readFileSync } from 'node:fs'
import v8 from 'node:v8'
import { sitting } from './teach/sitting.ts'
import { meanAndError } from './taste/report.ts'
const { features, raters } = v8.deserialize(readFileSync('/tmp/sg/photos.bin'))
const every = Number(process.argv[2]), test = process.argv[3] as any, kind = (process.argv[4] ?? 'comparison') as any
const counts = [10, 20, 40, 50, 80]
const idx = raters.map((_: any, i: number) => i).filter((i: number) => i % every === 0)
const run = (chooser: any) => idx.map((i: number) => sitting(raters[i], i, (p: number) => features[p], { chooser, kind, test, counts }))
const [c, s] = [run('chance'), run('service')]
const row = (x: any) => counts.map((_, i) => meanAndError(x.map((o: any) => o[i])).text).join(' | ')
console.log(process.env.UP, process.env.AT, test, kind, '\n', row(c), '\n', row(s), '\n 50-80:', meanAndError(s.map((o: any, r: number) => o[3] - c[r][4])).text, ' 80-80:', meanAndError(s.map((o: any, r: number) => o[4] - c[r][4])).text)
