import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { assess, type Gate, type ScoredPicture } from '@palate/core/report/assessment.ts'
import { junitReport } from '@palate/core/report/junit.ts'
import { sarifReport } from '@palate/core/report/sarif.ts'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'

/**
 * The part of Jenkins' xUnit schema (junit-10.xsd of its xunit plugin) that says what is allowed where, in our words: the
 * attributes of each element, and that all suites together, unlike one suite, have no `skipped`.
 */
const jenkins = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="seconds">
    <xs:restriction base="xs:string"><xs:pattern value="[0-9]*(\\.[0-9]*)?"/></xs:restriction>
  </xs:simpleType>
  <xs:attributeGroup name="counts">
    <xs:attribute name="tests" type="xs:string" use="required"/>
    <xs:attribute name="failures" type="xs:string" use="required"/>
    <xs:attribute name="errors" type="xs:string" use="required"/>
    <xs:attribute name="time" type="seconds"/>
  </xs:attributeGroup>
  <xs:complexType name="finding" mixed="true">
    <xs:attribute name="type" type="xs:string"/>
    <xs:attribute name="message" type="xs:string"/>
  </xs:complexType>
  <xs:complexType name="case">
    <xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:element name="skipped" type="finding"/>
      <xs:element name="error" type="finding"/>
      <xs:element name="failure" type="finding"/>
      <xs:element name="system-out" type="xs:string"/>
      <xs:element name="system-err" type="xs:string"/>
    </xs:choice>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="classname" type="xs:string"/>
    <xs:attribute name="time" type="xs:string"/>
  </xs:complexType>
  <xs:complexType name="suite">
    <xs:sequence><xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="skipped" type="xs:string"/>
    <xs:attributeGroup ref="counts"/>
  </xs:complexType>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence><xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      <xs:attribute name="name" type="xs:string"/>
      <xs:attributeGroup ref="counts"/>
    </xs:complexType>
  </xs:element>
</xs:schema>`

const verdict = {
  decision: 'revise',
  unsure: true,
  novelty: 0.2,
  pass: 0.5,
  differences: ['It is colder than what you like.', ']]> <b>&amp;'],
  suggestions: ['Use fewer colours (about +0.1)'],
} as const
const hostile = '</testcase>]]><x a="b">\u0000\u0001\u001b\u202e\ud800\uffff\r\n%zz \\ {a}|^`'

/** Each outcome that there is, with names and reasons from elsewhere. */
const assessments = [
  [{ name: 'app/good one.png', score: 0.9 }, { min: 0.5 }],
  [{ name: 'low.png', score: 0.1, verdict }, { min: 0.5 }],
  [{ name: './close.png', score: 0.49, verdict }, { min: 0.5 }],
  [
    { name: '/tmp/C:/allowed ä.png', score: 0.49, verdict },
    { min: 0.5, allowClose: true },
  ],
  [{ name: 'fell.png', score: 0.1, before: 0.5, verdict }, {}],
  [{ name: 'a:b.png', error: hostile }, {}],
  [{ name: 'https://a.example/ä b"<%41%zz>.png?x=[1]#{y}', error: hostile }, { allowFailures: true }],
  [{ name: hostile, score: 0.1, verdict: { ...verdict, differences: [hostile] } }, { min: 0.5 }],
].map(([picture, gate]) => assess(picture as ScoredPicture, gate as Gate))

describe('what build servers read', () => {
  const complaintsOf = async (xml: string) => {
    const { errors } = await validateXML({ xml, schema: jenkins })
    return errors.map(({ message }) => message)
  }

  test("JUnit XML is valid by Jenkins' schema, which has skipped for one suite and not for all", async () => {
    const xml = junitReport(hostile, assessments, 1234.5)
    expect(xml).toContain('skipped="1"')
    expect(await complaintsOf(xml)).toEqual([])
    expect(await complaintsOf(junitReport('none', [], 0))).toEqual([])
    const wrong = xml.replace('<testsuites ', '<testsuites skipped="1" ')
    expect(await complaintsOf(wrong)).toEqual([expect.stringContaining("attribute 'skipped' is not allowed")])
  })

  test('SARIF is valid by the schema of 2.1.0', () => {
    const file = fileURLToPath(import.meta.resolve('schemastore/schemas/json/sarif-2.1.0.json'))
    const ajv = new Ajv({
      strict: false,
      unicodeRegExp: false,
      formats: { uri: isAddress, 'uri-reference': isReference, 'date-time': true },
    })
    const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')))
    const complaintsAbout = (log: unknown) => (validate(log) ? [] : validate.errors)
    const log = JSON.parse(sarifReport(assessments))
    expect(log.runs[0].results).toHaveLength(assessments.length - 1)
    expect(complaintsAbout(log)).toEqual([])
    expect(complaintsAbout(JSON.parse(sarifReport([])))).toEqual([])
    log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = 'a b.png'
    expect(complaintsAbout(log)).toMatchObject([{ keyword: 'format' }])
  })
})

/** RFC 3986. */
function isReference(text: string): boolean {
  return /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i.test(text) && URL.canParse(text, 'https://example.com/')
}

function isAddress(text: string): boolean {
  return isReference(text) && URL.canParse(text)
}
