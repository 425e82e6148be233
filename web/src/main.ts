import { mount } from "svelte";
import App from "./App.svelte";
import "./art/art.css";
import "./kit/base.css";
import "./kit/theme.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
