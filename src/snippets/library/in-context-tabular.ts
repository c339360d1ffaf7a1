import { type Code, code, python, type Snippet, sh } from "./snippet.ts";

/** The libraries of SAP that learn a table from its context; none reads anything from the model record. */
interface Library {
	repository: string;
	module: Code;
	classifier: Code;
	regressor: Code;
	/** Arguments of the estimators. */
	settings: Code;
}

const CONTEXTTAB: Library = {
	repository: "contexttab",
	module: code("contexttab"),
	classifier: code("ConTextTabClassifier"),
	regressor: code("ConTextTabRegressor"),
	settings: code('checkpoint="l2/base.pt", checkpoint_revision="v1.0.0", bagging=1, max_context_size=2048'),
};
const SAP_RPT: Library = {
	repository: "sap-rpt-1-oss",
	module: code("sap_rpt_oss"),
	classifier: code("SAP_RPT_OSS_Classifier"),
	regressor: code("SAP_RPT_OSS_Regressor"),
	settings: code("max_context_size=8192, bagging=8"),
};
const FLEXTAB: Library = {
	repository: "flextab",
	module: code("flextab"),
	classifier: code("FlexTabClassifier"),
	regressor: code("FlexTabRegressor"),
	settings: code("max_context_size=8192, bagging=8"),
};

export function contexttab(): Snippet[] {
	return [install(CONTEXTTAB), classify(CONTEXTTAB), regress(CONTEXTTAB)];
}

export function sapRpt1Oss(): Snippet[] {
	return [install(SAP_RPT), classify(SAP_RPT), regress(SAP_RPT)];
}

export function flextab(): Snippet[] {
	return [install(FLEXTAB), classify(FLEXTAB), regress(FLEXTAB), match()];
}

function install({ repository }: Library): Snippet {
	return sh`pip install ${`git+https://github.com/SAP-samples/${repository}`}`;
}

function classify({ module, classifier, settings }: Library): Snippet {
	return python`
		# Classification
		from sklearn.datasets import load_breast_cancer
		from sklearn.metrics import accuracy_score
		from sklearn.model_selection import train_test_split
		from ${module} import ${classifier}

		X, y = load_breast_cancer(return_X_y=True)
		X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)

		clf = ${classifier}(${settings})
		clf.fit(X_train, y_train)

		probabilities = clf.predict_proba(X_test)
		predictions = clf.predict(X_test)
		print("Accuracy:", accuracy_score(y_test, predictions))
	`;
}

function regress({ module, regressor, settings }: Library): Snippet {
	return python`
		# Regression
		from sklearn.datasets import fetch_openml
		from sklearn.metrics import r2_score
		from sklearn.model_selection import train_test_split
		from ${module} import ${regressor}

		df = fetch_openml(data_id=531, as_frame=True)
		X_train, X_test, y_train, y_test = train_test_split(
		    df.data, df.target.astype(float), test_size=0.5, random_state=42
		)

		regressor = ${regressor}(${settings})
		regressor.fit(X_train, y_train)

		predictions = regressor.predict(X_test)
		print("R²:", r2_score(y_test, predictions))
	`;
}

function match(): Snippet {
	return python`
		# Matching: which rows of two tables mean the same thing
		from flextab import FlexTabMatcher
		from flextab.utils.test_utils import load_febrl4

		left_train, left_test, right_train, right_test, y_train, y_test = load_febrl4()

		matcher = FlexTabMatcher(max_context_size=8192, bagging=1)
		matcher.fit(left_train, right_train, y_train)
		predictions = matcher.predict(left_test, right_test)

		# For scores instead of decisions:
		# from sklearn.metrics import roc_auc_score
		# probabilities = matcher.predict_proba_matching(left_test, right_test)
		# print("ROC AUC:", roc_auc_score(y_test, probabilities))
	`;
}
