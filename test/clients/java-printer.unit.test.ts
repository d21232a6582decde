// The printer of the Java library: what it makes of the document's spellings.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { constantName, javadoc, javadocText, javaType } from '../../clients/generator/java/java-names.js';
import { printJava } from '../../clients/generator/java/print-java.js';
import { readDocument } from '../../clients/generator/model/read-document.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const files = printJava(readDocument(document));
const source = (name: string): string => files.find(({ path }) => path.endsWith(`/${name}.java`))?.text ?? '';

describe('the printer of the Java library', () => {
  it('leaves no class behind that the document does not have any more', () => {
    const folder = 'clients/java/src/generated/java/callanalysis';
    expect(readdirSync(folder).sort()).toEqual(files.map(({ path }) => path.replace(`${folder}/`, '')).sort());
  });

  it('keeps the signs of HTML and of comments out of Javadoc', () => {
    expect(javadocText('a < b && `x<y>` */ @see')).toBe('a &lt; b &amp;&amp; {@code x<y>} *&#47; &#64;see');
  });

  it('breaks a long comment, and sets a tag apart', () => {
    expect(javadoc(['Short.'])).toBe('/** Short. */\n');
    expect(javadoc(['One.', '@return two'], '  ')).toBe('  /**\n   * One.\n   *\n   * @return two\n   */\n');
    const lines = javadoc(['word '.repeat(60).trim()]).split('\n');
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('spells types and constants', () => {
    expect(javaType({ kind: 'list', of: { kind: 'map', of: { kind: 'integer' } } })).toBe('List<Map<String, Long>>');
    expect(javaType({ kind: 'literal', value: true })).toBe('Boolean');
    expect(constantName('analysis.completed')).toBe('ANALYSIS_COMPLETED');
  });

  it('takes a number as it is written, and null where the document allows it', () => {
    const params = source('CreateAnalysisParams');
    expect(params).toContain('public Builder agentChannel(long agentChannel)');
    expect(params).toContain('public Builder agentChannel(Long agentChannel)');
    expect(params).toContain('extends RecordingParams.Builder<Builder>');
  });

  it('prints answers as JSON, but not those that hold a secret', () => {
    expect(source('User')).toContain('public String toString()');
    for (const name of ['CreatedApiKey', 'TokenPair', 'AccessToken', 'WebhookSecret'])
      expect(source(name)).not.toContain('toString');
  });

  it('keeps the members of an open answer that the document does not name', () => {
    expect(source('AnalysisMetadata')).toContain('@JsonAnySetter');
    expect(source('Subscription')).not.toContain('@JsonAnySetter');
  });

  it('leaves the methods by hand to the class that has them', () => {
    expect(source('AnalysesOperations')).toContain('abstract class AnalysesOperations');
    expect(source('AnalysesOperations')).not.toContain(' create(');
    expect(source('Analyses')).toBe('');
  });
});
