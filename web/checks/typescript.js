// Lets node's test runner read TypeScript: types are stripped, nothing is checked here.
import { register } from "node:module";

register("./typescript_hooks.js", import.meta.url);
