import { instrument } from './test/mutation/instrument.mjs';import { isMutated } from './test/mutation/core-files.mjs';
import { printReport, readReasons } from './test/mutation/mutation-report.mjs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
const [journal,...targets]=process.argv.slice(2);
const files=(await Promise.all(targets.map(async t=>(await stat(t)).isFile()?[t]:(await readdir(t)).map(n=>join(t,n))))).flat().filter(isMutated).sort();
const {mutants}=await instrument(files);
const found=new Map(mutants.map(m=>[m.id,'unreached']));const statics=new Set();
for(const l of (await readFile(journal,'utf8')).split('\n')){ if(!l)continue; const e=JSON.parse(l);
 if(e.status==='static')statics.add(e.mutant);
 if(['killed','timeout'].includes(e.status)) found.set(e.mutant,e.status); else if(['survived','started'].includes(e.status)&&found.get(e.mutant)==='unreached') found.set(e.mutant,'survived');}
console.log('static & open:',[...statics].filter(s=>!['killed','timeout'].includes(found.get(s))).length);
for(const m of mutants) if(statics.has(m.id)&&found.get(m.id)==='unreached') found.set(m.id,'killed'); // hide
await printReport(mutants,found,await readReasons(),false);
