var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c, _d;
import { code, python, sh } from "./snippet.js";
const CONTEXTTAB = {
  repository: "contexttab",
  module: code("contexttab"),
  classifier: code("ConTextTabClassifier"),
  regressor: code("ConTextTabRegressor"),
  settings: code('checkpoint="l2/base.pt", checkpoint_revision="v1.0.0", bagging=1, max_context_size=2048')
};
const SAP_RPT = {
  repository: "sap-rpt-1-oss",
  module: code("sap_rpt_oss"),
  classifier: code("SAP_RPT_OSS_Classifier"),
  regressor: code("SAP_RPT_OSS_Regressor"),
  settings: code("max_context_size=8192, bagging=8")
};
const FLEXTAB = {
  repository: "flextab",
  module: code("flextab"),
  classifier: code("FlexTabClassifier"),
  regressor: code("FlexTabRegressor"),
  settings: code("max_context_size=8192, bagging=8")
};
function contexttab() {
  return [install(CONTEXTTAB), classify(CONTEXTTAB), regress(CONTEXTTAB)];
}
function sapRpt1Oss() {
  return [install(SAP_RPT), classify(SAP_RPT), regress(SAP_RPT)];
}
function flextab() {
  return [install(FLEXTAB), classify(FLEXTAB), regress(FLEXTAB), match()];
}
function install({ repository }) {
  return sh(_a || (_a = __template(["pip install ", ""])), "git+https://github.com/SAP-samples/".concat(repository));
}
function classify({ module, classifier, settings }) {
  return python(_b || (_b = __template(["\n		# Classification\n		from sklearn.datasets import load_breast_cancer\n		from sklearn.metrics import accuracy_score\n		from sklearn.model_selection import train_test_split\n		from ", " import ", "\n\n		X, y = load_breast_cancer(return_X_y=True)\n		X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)\n\n		clf = ", "(", ')\n		clf.fit(X_train, y_train)\n\n		probabilities = clf.predict_proba(X_test)\n		predictions = clf.predict(X_test)\n		print("Accuracy:", accuracy_score(y_test, predictions))\n	'])), module, classifier, classifier, settings);
}
function regress({ module, regressor, settings }) {
  return python(_c || (_c = __template(["\n		# Regression\n		from sklearn.datasets import fetch_openml\n		from sklearn.metrics import r2_score\n		from sklearn.model_selection import train_test_split\n		from ", " import ", "\n\n		df = fetch_openml(data_id=531, as_frame=True)\n		X_train, X_test, y_train, y_test = train_test_split(\n		    df.data, df.target.astype(float), test_size=0.5, random_state=42\n		)\n\n		regressor = ", "(", ')\n		regressor.fit(X_train, y_train)\n\n		predictions = regressor.predict(X_test)\n		print("R\xB2:", r2_score(y_test, predictions))\n	'])), module, regressor, regressor, settings);
}
function match() {
  return python(_d || (_d = __template(['\n		# Matching: which rows of two tables mean the same thing\n		from flextab import FlexTabMatcher\n		from flextab.utils.test_utils import load_febrl4\n\n		left_train, left_test, right_train, right_test, y_train, y_test = load_febrl4()\n\n		matcher = FlexTabMatcher(max_context_size=8192, bagging=1)\n		matcher.fit(left_train, right_train, y_train)\n		predictions = matcher.predict(left_test, right_test)\n\n		# For scores instead of decisions:\n		# from sklearn.metrics import roc_auc_score\n		# probabilities = matcher.predict_proba_matching(left_test, right_test)\n		# print("ROC AUC:", roc_auc_score(y_test, probabilities))\n	'])));
}
export {
  contexttab,
  flextab,
  sapRpt1Oss
};
