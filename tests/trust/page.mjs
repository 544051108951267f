// Runs the script of resources/verifier/verify.html as a browser would, on many sets of files.
// Usage: node page.mjs PAGE; standard input is a JSON list of {root, known}; one answer for each.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import vm from "node:vm";

const script = readFileSync(process.argv[2], "utf8").match(/<script>([\s\S]*)<\/script>/)[1];
const examine = vm.runInThisContext(`${script}\nexamine`);
const walk = (path) => (statSync(path).isDirectory() ? readdirSync(path).flatMap((each) => walk(join(path, each))) : [path]);
const answers = [];
for (const { root, known } of JSON.parse(readFileSync(0, "utf8"))) {
  const files = walk(root).map((path) => ({ path: relative(join(root, ".."), path), file: new Blob([readFileSync(path)]) }));
  answers.push(await examine(files, known));
}
console.log(JSON.stringify(answers));
